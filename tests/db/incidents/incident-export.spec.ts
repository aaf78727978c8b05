import { sql } from "kysely";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { exportIncidents } from "#lib/incidents/export.ts";
import { listIncidents } from "#lib/incidents/read.ts";
import { CreateIncident, type Incident } from "#lib/incidents/schema.ts";
import { expect, test } from "#tests/support/test.ts";

async function all(pieces: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const piece of pieces) found.push(piece);
  return found;
}

test("an export has every incident once, newest first, in pieces", async ({
  database,
  organization: { page },
  service,
}) => {
  const ctx = systemContext(database, "test");
  await sql`
    with made as (
      insert into incidents (status_page_id, title, type, severity, starts_at, ends_at, declared, affects_uptime)
      select ${page.id}, 'Trouble ' || n, 'minor', 'minor', now() - n / 7 * interval '1 hour',
        case when n % 2 = 0 then now() end, '{}', true
      from generate_series(1, 250) as n returning id
    )
    insert into incident_services (status_page_id, incident_id, service_id)
    select ${page.id}, id, ${service} from made`.execute(database);
  const json = await all(exportIncidents(ctx, page, {}, "json"));
  expect(json.length).toBeGreaterThan(3);
  const { incidents } = JSON.parse(json.join("")) as { incidents: Incident[] };
  expect(new Set(incidents.map(({ id }) => id)).size).toBe(250);
  const { rows } = await listIncidents(ctx, page, { limit: 100 }, {});
  expect(incidents.slice(0, 100)).toEqual(rows);
  const lines = (await all(exportIncidents(ctx, page, {}, "csv"))).join("").trim().split("\n");
  expect(lines[0]).toMatch(/^id,title,type,starts_at,ends_at,service_ids,/);
  expect(lines.slice(1).map((line) => Number(line.split(",")[0]))).toEqual(
    incidents.map(({ id }) => id),
  );
  expect(lines.join()).not.toContain("null");
});

test("an export holds no formulas, takes the filters of the list, and may be empty", async ({
  database,
  organization: { page },
  service,
}) => {
  const ctx = systemContext(database, "test");
  const empty = (await all(exportIncidents(ctx, page, {}, "json"))).join("");
  expect(JSON.parse(empty)).toEqual({ incidents: [] });
  const starts_at = "2026-11-01T00:00:00";
  const fields = { title: "=HYPERLINK(1)", type: "minor", service_ids: [service], starts_at };
  const updates = [
    { description: 'One\ntwo, "three"', posted_at: starts_at },
    { description: "Between", posted_at: "2026-11-01T00:20:00" },
    { description: "Last", posted_at: "2026-11-01T00:30:00", type: "resolved" },
  ];
  const input = parseInput(CreateIncident, { ...fields, updates });
  const { id, url } = await createIncident(ctx, page, input);
  const csv = (await all(exportIncidents(ctx, page, { q: "hyper" }, "csv"))).join("");
  const times = "2026-11-01T00:00:00Z,2026-11-01T00:30:00Z";
  const texts = '3,"One\ntwo, ""three""",Last,2026-11-01T00:30:00Z';
  expect(csv).toContain(
    `\n${id},'=HYPERLINK(1),minor,${times},${service},true,${texts},,${url},\n`,
  );
  const none = (await all(exportIncidents(ctx, page, { q: "other" }, "csv"))).join("");
  expect(none.trim().split("\n")).toHaveLength(1);
});

test("who may not read everything of a page exports nothing of it", async ({
  database,
  organization: { page },
}) => {
  const visitor = { ...systemContext(database, "test"), actor: { kind: "visitor" as const } };
  const pieces = all(exportIncidents(visitor, page, {}, "json"));
  await expect(pieces).rejects.toMatchObject({
    code: expect.stringMatching(/not_found|forbidden|unauthorized/),
  });
});
