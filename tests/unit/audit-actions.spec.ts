import { expect, test } from "@playwright/test";
import { AUDIT_ACTIONS } from "#lib/audit/actions.ts";
import { ADMIN_LOCALES, translator } from "#lib/i18n/translator.ts";
import { readSources } from "#tests/support/sources.ts";

test("every action that is written into the audit log has its words in every language", () => {
  const verbs = readSources().filter(({ path }) => path.startsWith("lib/"));
  const written = verbs.flatMap(({ text }) => [
    ...text.matchAll(/\baction: ["'`]([a-z_]+\.[a-z_]+)["'`]/g),
  ]);
  const actions = new Set(written.map(([, action = ""]) => action));
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
