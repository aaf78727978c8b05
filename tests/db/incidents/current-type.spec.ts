import fc from "fast-check";
import type { Severity } from "#lib/core/fields/severity.ts";
import { isActive } from "#lib/incidents/state.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { getServiceRow, listServiceRows } from "#lib/services/queries.ts";
import { serviceStates } from "#lib/services/state.ts";
import { asTheyAre, mintIncident, systemGrant } from "#tests/support/data/incidents.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const HOUR_MS = 3_600_000;

function at(offset: number): string {
  return new Date(Date.parse(`${wireNow()}Z`) + offset * HOUR_MS).toISOString().slice(0, 19);
}

const drawn = fc.record({
  severity: fc.constantFrom<Severity>("major", "minor", "scheduled"),
  starts: fc.integer({ min: -5, max: 3 }),
  lasts: fc.option(fc.integer({ min: 1, max: 6 })),
  on: fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 2 }),
});

test("the database and the page agree on what every service is in", async ({ database }) => {
  const { page } = await mintOrganization(database);
  const root = await mintService(database, page.id);
  const child = await mintService(database, page.id, { parent_id: root });
  const secret = await mintService(database, page.id, { parent_id: root, private: true });
  const below = await mintService(database, page.id, { parent_id: secret });
  const ids = [
    root,
    child,
    await mintService(database, page.id, { parent_id: child }),
    secret,
    below,
  ];
  const grant = await systemGrant(database, page.subdomain);
  const property = fc.asyncProperty(fc.array(drawn, { maxLength: 6 }), async (given) => {
    await database.deleteFrom("incidents").where("status_page_id", "=", page.id).execute();
    const incidents = given.map(({ severity, starts, lasts, on }) => ({
      severity,
      type: severity,
      starts_at: at(starts - 0.5),
      ends_at: lasts === null ? null : at(starts + lasts - 0.5),
      service_ids: on.map((place) => ids[place] ?? 0),
    }));
    for (const { type: _type, ...incident } of incidents)
      await mintIncident(database, page.id, incident);
    const { rows } = await listServiceRows(database, grant, { limit: 100 }, {}, asTheyAre);
    const active = incidents.filter((incident) => isActive({ ...incident, plan: null }, wireNow()));
    const states = serviceStates(rows, active);
    expect(rows.map((row) => [row.id, row.current_incident_type])).toEqual(
      rows.map((row) => [row.id, states.get(row.id)?.type ?? null]),
    );
  });
  await fc.assert(property, { numRuns: 40, seed: 1 });
});

test("of equally bad incidents the one that began first decides the type in the database, too", async ({
  database,
}) => {
  const { page } = await mintOrganization(database);
  const root = await mintService(database, page.id);
  const child = await mintService(database, page.id, { parent_id: root });
  await mintIncident(database, page.id, {
    severity: "major",
    starts_at: at(-1),
    ends_at: null,
    service_ids: [root],
  });
  await mintIncident(database, page.id, {
    severity: "major",
    type: "fire",
    starts_at: at(-2),
    ends_at: null,
    service_ids: [child],
  });
  const grant = await systemGrant(database, page.subdomain);
  expect((await getServiceRow(database, grant, root)).current_incident_type).toBe("fire");
});
