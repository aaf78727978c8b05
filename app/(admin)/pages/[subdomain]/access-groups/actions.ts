"use server";
import { z } from "zod";
import { action } from "#lib/api/actions.ts";
import { fieldsIn, idsIn, textIn } from "#lib/core/forms/read.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import {
  createAccessGroup,
  deleteAccessGroup,
  getAccessGroup,
  updateAccessGroup,
} from "#lib/services/access-groups/access-groups.ts";
import { CreateAccessGroup, UpdateAccessGroup } from "#lib/services/access-groups/schema.ts";

const read = (form: FormData) =>
  fieldsIn(form, { name: textIn, service_ids: idsIn, users_status_pages: idsIn });

export const createAccessGroupAction = action(
  "createAccessGroupAction",
  { input: CreateAccessGroup, read },
  async ({ ctx, target, input }) => {
    await createAccessGroup(ctx, target, input);
    return { go: `/pages/${target.subdomain}/access-groups?done=created` };
  },
);

export const updateAccessGroupAction = action(
  "updateAccessGroupAction",
  { input: UpdateAccessGroup, read },
  async ({ ctx, target, input }) => {
    if (!input.name) throw invalid({ name: [{ code: "blank" }] });
    await updateAccessGroup(ctx, target, input);
    return { go: `/pages/${target.subdomain}/access-groups?done=saved` };
  },
);

export const deleteAccessGroupAction = action(
  "deleteAccessGroupAction",
  {
    input: z.object({ confirm: z.string() }),
    read: (form) => ({ confirm: textIn(form, "confirm") }),
  },
  async ({ ctx, target, input }) => {
    const { name } = await getAccessGroup(ctx, target);
    if (input.confirm.trim() !== name.trim()) throw invalid({ confirm: [{ code: "mismatch" }] });
    await deleteAccessGroup(ctx, target);
    return { go: `/pages/${target.subdomain}/access-groups?done=deleted` };
  },
);
