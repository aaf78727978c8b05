"use server";
import { z } from "zod";
import { action } from "#lib/api/actions.ts";
import { addressIn, fieldsIn, flagIn, textIn } from "#lib/core/forms/read.ts";
import {
  createOwnOrganization,
  getOrganization,
  updateOrganization,
} from "#lib/identity/organizations/organizations.ts";
import { CreateOrganization, UpdateOrganization } from "#lib/identity/organizations/schema.ts";
import { createStatusPage } from "#lib/pages/create.ts";
import { deleteOrganization } from "#lib/pages/delete-organization.ts";
import { CreateStatusPage } from "#lib/pages/schema.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

const named = (form: FormData) => fieldsIn(form, { name: textIn });

export const updateOrganizationAction = action(
  "updateOrganizationAction",
  {
    input: UpdateOrganization.extend({ name: z.string() }),
    read: named,
    record: {
      read: getOrganization,
      subject: "organization",
    },
  },
  async ({ ctx, target, input, t }) => {
    if (input.name.trim() === "") throw invalid({ name: [{ code: "blank" }] });
    await updateOrganization(ctx, target, input);
    return { text: t("admin_organization.done.renamed") };
  },
);

export const deleteOrganizationAction = action(
  "deleteOrganizationAction",
  {
    input: z.object({ confirm: z.string() }),
    read: (form) => ({ confirm: textIn(form, "confirm") }),
  },
  async ({ ctx, target, input }) => {
    await deleteOrganization(ctx, target, input.confirm);
    return { go: "/" };
  },
);

export const createOrganizationAction = action(
  "createOrganizationAction",
  { input: CreateOrganization, read: named },
  async ({ ctx, input }) => {
    const user_id = ctx.actor.kind === "user" ? ctx.actor.user_id : 0;
    const { id } = await createOwnOrganization(ctx, { user_id }, input);
    return { go: `/organizations/${id}?done=created` };
  },
);

const PAGE = {
  name: textIn,
  url: addressIn,
  subdomain: addressIn,
  time_zone: textIn,
  draft: flagIn,
};

export const createPageAction = action(
  "createPageAction",
  { input: CreateStatusPage, read: (form) => fieldsIn(form, PAGE) },
  async ({ ctx, target, input }) => {
    const page = { ...input, notify_by_default: true };
    const { subdomain } = await createStatusPage(ctx, target, page);
    return { go: `/pages/${subdomain}` };
  },
);
