import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { COMMANDS, FOLDERS, NAVIGATION } from "#app/(admin)/_shell/navigation.ts";
import { ACTIONS } from "#lib/actions/list.ts";
import { ROOT, readSources } from "#tests/support/sources.ts";

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
