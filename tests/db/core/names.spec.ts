import { sql } from "kysely";
import { nameErrors, sanitizeName } from "#lib/core/fields/name.ts";
import { askHandlers } from "#tests/support/http/handlers.ts";
import { expect, test } from "#tests/support/test.ts";

const REFUSED: [text: string, code: string][] = [
  ["   ", "blank"],
  ["\u00a0\t", "blank"],
  ["\u200b", "bad_name"],
  ["\u200d\u2060\ufeff", "bad_name"],
  ["\u3164", "bad_name"],
  ["\u2800 \u200e", "bad_name"],
  ["a\nb", "bad_name"],
  ["a\r\nb", "bad_name"],
  ["a\u2028b", "bad_name"],
  ["a\u0007", "bad_name"],
  ["a\u202eb", "bad_name"],
  ["\u2066a", "bad_name"],
];
const TAKEN = [
  "a",
  " a ",
  "C++\u200e",
  "می\u200cخواهم",
  "👩\u200d💻",
  "❤\ufe0f",
  "e\u0301",
  "–",
  "",
];

test("a name is one line that can be seen; other languages' signs within it stay", () => {
  for (const [title, code] of REFUSED)
    expect(nameErrors({ title }, null), JSON.stringify(title)).toEqual({ title: [{ code }] });
  for (const title of TAKEN) expect(nameErrors({ title }, null), JSON.stringify(title)).toEqual({});
  expect(sanitizeName("a\nb\u202e")).toBe("a b");
  expect(sanitizeName("\u200b\n")).toBe("");
});

type Kind = [path: string, wrapper: string, field: string, create: object];

const KINDS: Kind[] = [
  ["services", "service", "name", { translations: { de: { name: "Kasse" } } }],
  ["metrics", "metric", "title", { unit: "ms", type: "rt" }],
  ["incidents", "incident", "title", { type: "major", translations: { de: { title: "Weg" } } }],
  ["info_notices", "info_notice", "title", { updates: [{ description: "News" }] }],
  ["incident_templates", "incident_template", "name", { title: "Down" }],
  ["incident_templates", "incident_template", "title", { name: "Usual" }],
  ["incident_types", "incident_type", "name", { key: "slow", base_severity: "minor" }],
  ["access_groups", "access_group", "name", {}],
  ["subscription_groups", "subscription_group", "name", {}],
  ["incident_drafts", "incident_draft", "title", {}],
];
const STRICT = "incident_drafts";

for (const [path, wrapper, field, more] of KINDS)
  test(`${wrapper}: a ${field} that cannot be seen is refused, one that is there already is kept`, async ({
    database,
    organization: { keys, page },
    service,
  }) => {
    const all = `/status_pages/${page.subdomain}/${path}`;
    const own = path === "incidents" ? { ...more, service_ids: [service] } : more;
    const ask = async (method: string, at: string, record: object) => {
      const asked = { method, key: keys.owner, body: { [wrapper]: record } };
      const { status, body } = await askHandlers(at, asked);
      return { status, body: body as Record<string, { [field: string]: unknown }> };
    };
    const refusedAt = async (method: string, at: string, record: object, name: string) => {
      const { status, body } = await ask(method, at, record);
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [name]]);
    };
    for (const [text] of REFUSED) await refusedAt("POST", all, { ...own, [field]: text }, field);
    if ("translations" in more) {
      const translations = { de: { [field]: "a\nb" } };
      const at = `translations.de.${field}`;
      await refusedAt("POST", all, { ...own, [field]: "Good", translations }, at);
    }
    const { body } = await ask("POST", all, { ...own, [field]: "Good" });
    const id = Number(body[wrapper]?.id);
    const one = `${all}/${id}`;
    await refusedAt("PUT", one, { [field]: "a\nb" }, field);
    if (path === STRICT) return;
    // As an earlier version took it.
    await sql`update ${sql.table(path)} set ${sql.ref(field)} = ${"a\nb"} where id = ${id}`.execute(
      database,
    );
    const kept = await ask("PUT", one, { ...body[wrapper], [field]: "a\nb" });
    expect([kept.status, kept.body[wrapper]?.[field]]).toEqual([200, "a\nb"]);
    await refusedAt("PUT", one, { [field]: "\u200b" }, field);
    expect((await ask("PUT", one, { [field]: "Good again" })).status).toBe(200);
  });

test("pages, their public names, and keys have names that can be seen", async ({
  organization: { id, keys, page },
}) => {
  const refused: [method: string, path: string, wrapper: string, record: object][] = [
    ["PUT", `status_pages/${page.subdomain}`, "status_page", { name: "\u200b" }],
    ["PUT", `status_pages/${page.subdomain}`, "status_page", { header_logo_text: "a\nb" }],
    ["PUT", `status_pages/${page.subdomain}`, "status_page", { public_company_name: "\u202e" }],
    ["POST", "api_keys", "api_key", { name: "\u200b", role: "viewer" }],
  ];
  for (const [method, path, wrapper, record] of refused) {
    const body = { [wrapper]: record };
    const answer = await askHandlers(`/orgs/${id}/${path}`, { method, key: keys.owner, body });
    expect([answer.status, answer.body]).toEqual([
      422,
      { errors: { [Object.keys(record)[0] ?? ""]: expect.anything() } },
    ]);
  }
});
