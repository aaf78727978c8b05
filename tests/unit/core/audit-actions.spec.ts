import { expect, test } from "@playwright/test";
import { AUDIT_ACTIONS } from "#lib/core/audit/schema.ts";
import { ADMIN_LOCALES, translator } from "#lib/platform/i18n/translator.ts";
import { readSources } from "#tests/support/code/sources.ts";

test("every action that is written into the audit log has its words in every language", () => {
  const verbs = readSources().filter(({ path }) => path.startsWith("lib/"));
  const found = (pattern: RegExp) =>
    verbs.flatMap(({ text }) => [...text.matchAll(pattern)]).map(([, action = ""]) => action);
  // Some stand in a constant: these are told by their words.
  const words = new Set(AUDIT_ACTIONS.flatMap((action) => action.split(".")));
  const actions = new Set([
    ...found(/\baction: ["'`]([a-z_]+\.[a-z_]+)["'`]/g),
    ...found(/["'`]([a-z_]+\.[a-z_]+)["'`]/g).filter((text) =>
      text.split(".").every((word) => words.has(word)),
    ),
  ]);
  expect(actions.size).toBeGreaterThan(80);
  const known: readonly string[] = AUDIT_ACTIONS;
  expect([...actions].filter((action) => !known.includes(action)).sort()).toEqual([]);
  for (const locale of ADMIN_LOCALES) {
    const t = translator(locale);
    for (const action of AUDIT_ACTIONS) {
      const [type = ""] = action.split(".");
      expect(t.has(`admin_audit.did.${action}`), `${locale} ${action}`).toBe(true);
      const key = `admin_audit.subject_type.${type}` as "admin_audit.subject_type.incident";
      expect(t.has(key), `${locale} ${type}`).toBe(true);
    }
  }
});
