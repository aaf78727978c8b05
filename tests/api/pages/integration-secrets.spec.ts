import { INTEGRATION_NAMES } from "#lib/pages/integrations/kinds.ts";
import type { Integration } from "#lib/pages/integrations/schema.ts";
import { VALUES } from "#tests/support/data/integrations.ts";
import { everyCell } from "#tests/support/db/cells.ts";
import { expect, test } from "#tests/support/server/traced-test.ts";

test("secrets are in no answer, table or log, whatever is done with them", async ({
  api,
  organization,
  database,
  server,
}) => {
  const path = `/status_pages/${organization.page.subdomain}/integrations`;
  const post = (integration: unknown, headers = {}) => api.post(path, { integration }, { headers });
  const put = (id: number, integration: unknown) => api.put(`${path}/${id}`, { integration });
  const secrets = {
    key: "the-key-that-must-not-leave-0001",
    password: "the-password-that-must-not-leave-0002",
  };
  const given = { ...VALUES, ...secrets };
  const answers: string[] = [];
  const keep = ({ text }: { text: string }) => answers.push(text);
  for (const name of INTEGRATION_NAMES) {
    const key = { "idempotency-key": `secret-${name}` };
    const made = await post({ name, ...given }, key);
    keep(made);
    keep(await post({ name, ...given }, key));
    const { id } = made.json<{ integration: Integration }>().integration;
    keep(await put(id, { ...given, region: "us" }));
    keep(await api.get(`${path}/${id}`));
    keep(await put(id, { ...given, port: "text", settings: 5 }));
    keep(await put(id, { ...given, name: "other" }));
  }
  keep(await post({ name: "unknown", ...given }));
  keep(await post({ name: "slack", ...given, key: `\0${secrets.key}` }));
  keep(await post({ name: "slack", ...given, key: secrets.key.repeat(1_000) }));
  keep(await api.post(path, `{"integration": {"key": "${secrets.key}", `));
  keep(await api.get(path));
  expect(answers).toHaveLength(INTEGRATION_NAMES.length * 6 + 5);
  const places = {
    answers: answers.join("\n"),
    tables: await everyCell(database),
    log: server.output(),
  };
  for (const [place, text] of Object.entries(places)) {
    for (const secret of Object.values(secrets)) expect(text.includes(secret), place).toBe(false);
  }
  expect(places.tables).toContain("integration.update");
});
