"use server";
import { cookies } from "next/headers";
import { z } from "zod";
import { isFitting } from "#app/_ui/admin/commands.ts";
import { THEMES } from "#app/_ui/admin/theme.ts";
import { action, question } from "#lib/api/actions.ts";
import { findDeletion } from "#lib/api/deletions.ts";
import { mayRole } from "#lib/core/access/permissions.ts";
import { textIn } from "#lib/core/forms/read.ts";
import { getRole } from "#lib/pages/read.ts";
import { listPlainServices } from "#lib/services/read.ts";
import { uniqueNames } from "#lib/services/tree.ts";
import { type Found, findRecords } from "./find-records.ts";
import { findSettings } from "./find-settings.ts";

const YEAR_SECONDS = 31_536_000;
const MAX_FOUND = 8;

export const chooseThemeAction = action(
  "chooseThemeAction",
  {
    input: z.object({ theme: z.enum(THEMES) }),
    read: (form) => ({ theme: textIn(form, "theme") }),
  },
  async ({ input, t }) => {
    const options = { path: "/", sameSite: "lax", maxAge: YEAR_SECONDS } as const;
    (await cookies()).set("theme", input.theme, options);
    return { text: t("admin_shell.theme.done") };
  },
);

/** Services, incidents, subscribers and settings of the page for the palette. */
export const searchAction = question(
  "searchAction",
  z
    .string()
    .max(200)
    .transform((text) => text.replaceAll("\0", "")),
  async ({ ctx, target, input, t }): Promise<Found[]> => {
    const services = await listPlainServices(ctx, target);
    const names = uniqueNames(services, ({ name }) => name, t);
    const role = await getRole(ctx, target);
    const settings = mayRole(role, "status_page.write")
      ? findSettings(input, target.subdomain, t)
      : [];
    const found = [...names]
      .filter(([, name]) => isFitting(name, input))
      .slice(0, MAX_FOUND)
      .map(([id, label]) => ({
        label,
        hint: t("admin_services.one"),
        href: `/pages/${target.subdomain}/services/${id}`,
      }));
    const records = await findRecords(ctx, target, input, t);
    return [...found, ...records, ...settings.slice(0, MAX_FOUND)];
  },
);

/** @returns who deleted the record of a form, and when; null: it is there */
export const findDeletionAction = question(
  "findDeletionAction",
  z.object({ ids: z.record(z.string(), z.string()) }),
  async ({ ctx, target, input }) => ({
    deletion: await findDeletion(ctx, { ...input.ids, ...target }),
  }),
);
