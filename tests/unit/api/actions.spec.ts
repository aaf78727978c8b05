import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { isFitting } from "#app/_ui/admin/commands.ts";
import { commandsFor } from "#app/(admin)/_shell/entries.ts";
import { findSettings } from "#app/(admin)/_shell/find-settings.ts";
import { COMMANDS, FOLDERS, NAVIGATION } from "#app/(admin)/_shell/navigation.ts";
import { ACTIONS } from "#lib/api/action-list.ts";
import { ADMIN_LOCALES, translator } from "#lib/platform/i18n/translator.ts";
import { ROOT, readSources } from "#tests/support/code/sources.ts";

const servers = readSources().filter(
  ({ path, text }) => !path.startsWith("app/(public)/") && text.startsWith('"use server"'),
);

test("every server action is in the list, under its own name", () => {
  const exported = servers.flatMap(({ text }) =>
    [...text.matchAll(/^export (?:async function|const) (\w+)/gm)].map(([, name]) => name ?? ""),
  );
  expect(exported.sort()).toEqual(Object.keys(ACTIONS).sort());
  const made = servers.flatMap(({ text }) => [
    ...text.matchAll(/^export const (\w+) = (?:action|bulkAction|question)\(\s*"(\w+)"/gm),
  ]);
  const plain = exported.filter((name) => !made.some(([, own]) => own === name));
  expect(made.filter(([, own, named]) => own !== named).map(([, own]) => own)).toEqual([]);
  for (const name of plain) expect(ACTIONS[name as keyof typeof ACTIONS].access).toBe("anybody");
});

test("the navigation says of each screen whether it exists, as the folders do", () => {
  const exists = (folder: string, path: string) =>
    existsSync(join(ROOT, "app/(admin)", folder, path, "page.tsx"));
  const screens = NAVIGATION.flatMap((group) => group.screens);
  expect(screens.map(({ path, exists }) => [path, exists])).toEqual(
    screens.map(({ scope, path }) => [path, exists(FOLDERS[scope], path)]),
  );
  for (const { does, exists: said } of COMMANDS)
    if (typeof does === "object") expect(exists(FOLDERS.page, does.path)).toBe(said);
});

test("the palette finds every screen by other words, too, and settings by their names", () => {
  const where = { subdomain: "acme", organization_id: 1 };
  for (const locale of ADMIN_LOCALES) {
    const t = translator(locale);
    const commands = commandsFor({ where, role: "owner", page_url: "", t });
    const screens = commands.filter(({ href }) => href && !/\/new$/.test(href));
    expect(screens.filter(({ words }) => !words).map(({ href }) => href)).toEqual([]);
    const found = (wanted: string) =>
      screens.filter(({ words = "" }) => isFitting(words, wanted)).map(({ href }) => href);
    expect(found("mon")).toContain("/pages/acme/services");
    expect(found("dark")).toContain("/pages/acme/appearance");
  }
  expect(findSettings("date format", "acme", translator("en"))).toContainEqual({
    label: "Date format",
    hint: "Settings",
    href: "/pages/acme/settings#setting-date_format",
  });
});
