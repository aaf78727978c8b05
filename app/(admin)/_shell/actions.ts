"use server";
import { cookies } from "next/headers";
import { z } from "zod";
import { THEMES } from "#app/_ui/admin/theme.ts";
import { action, question } from "#lib/actions.ts";
import { textIn } from "#lib/forms/read.ts";
import { renderMarkdown } from "#lib/markdown/rendered.ts";
import { tellingNames } from "#lib/services/names.ts";
import { listPlainServices } from "#lib/services/read.ts";

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

/** Markdown as visitors will see it. */
export const previewMarkdownAction = question(
  "previewMarkdownAction",
  z.string().transform((source) => source.slice(0, 65_536)),
  async ({ input }) => renderMarkdown(input),
);

type Found = { label: string; hint: string; href: string };

/** Records of the page for the palette. */
export const searchAction = question(
  "searchAction",
  z.string().max(200),
  async ({ ctx, target, input, t }): Promise<Found[]> => {
    const services = await listPlainServices(ctx, target);
    const names = tellingNames(services, ({ name }) => name);
    const wanted = input.toLowerCase();
    return [...names]
      .filter(([, name]) => name.toLowerCase().includes(wanted))
      .slice(0, MAX_FOUND)
      .map(([id, label]) => ({
        label,
        hint: t("admin_services.one"),
        href: `/pages/${target.subdomain}/services/${id}`,
      }));
  },
);
