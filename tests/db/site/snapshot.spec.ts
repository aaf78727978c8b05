import type { Db } from "#db/index.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { countCurrent, listWorst } from "#lib/site/snapshot/current.queries.ts";
import { readSnapshot } from "#lib/site/snapshot/snapshot.ts";
import { type BareIncident, mintIncidents, visitorGrant } from "#tests/support/data/incidents.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const HOUR = 3_600;
const DAY = 24 * HOUR;
const MANY = 150;

async function mintMany(
  db: Db,
  of: (index: number) => Omit<BareIncident, "service_ids">,
  extra: Omit<BareIncident, "service_ids">[] = [],
) {
  const { page } = await mintOrganization(db);
  const service = await mintService(db, page.id);
  const incidents = [...Array.from({ length: MANY }, (_, index) => of(index)), ...extra];
  await mintIncidents(
    db,
    page.id,
    incidents.map((incident) => ({ ...incident, service_ids: [service] })),
  );
  return { ...page, service, grant: await visitorGrant(db, page.subdomain) };
}

test("a snapshot is no longer valid once the first of all starts, shown or not", async ({
  database,
}) => {
  const now = wireNow();
  // Planned ones begin while none of these would change anything; the minor one is not listed.
  const { grant } = await mintMany(
    database,
    (index) => ({
      severity: "scheduled",
      starts_at: later(now, HOUR + index),
      ends_at: later(now, DAY + index),
    }),
    [{ severity: "minor", starts_at: later(now, 40), ends_at: null }],
  );
  const { valid_for_seconds, upcoming_maintenances, totals } = await readSnapshot(database, grant);
  expect(valid_for_seconds).toBeLessThanOrEqual(40);
  expect(totals.upcoming_maintenances).toBe(MANY);
  expect(upcoming_maintenances.length).toBeLessThan(MANY);
});

test("a snapshot is no longer valid once the first of all ends, shown or not", async ({
  database,
}) => {
  const now = wireNow();
  const { grant } = await mintMany(
    database,
    (index) => ({ severity: "major", starts_at: later(now, -HOUR - index), ends_at: null }),
    [{ severity: "minor", starts_at: later(now, -DAY), ends_at: later(now, 40) }],
  );
  const snapshot = await readSnapshot(database, grant);
  expect(snapshot.valid_for_seconds).toBeLessThanOrEqual(40);
  expect(snapshot.incidents.some(({ severity }) => severity === "minor")).toBe(false);
  expect(snapshot.totals.incidents).toBe(MANY + 1);
  expect(snapshot.running.minor.count).toBe(1);
});

test("a snapshot is no longer valid once a maintenance is near enough to be listed", async ({
  database,
}) => {
  const now = wireNow();
  const { grant } = await mintMany(database, (index) => ({
    severity: "scheduled",
    starts_at: later(now, 7 * DAY + 40 + index * HOUR),
    ends_at: later(now, 9 * DAY + index * HOUR),
  }));
  const { valid_for_seconds, upcoming_maintenances } = await readSnapshot(database, grant);
  expect(valid_for_seconds).toBeLessThanOrEqual(40);
  expect(upcoming_maintenances).toEqual([]);
});

test("a snapshot counts the notices it does not show, and ends with the first of them", async ({
  database,
}) => {
  const { page } = await mintOrganization(database);
  const now = wireNow();
  const notices = Array.from({ length: MANY }, (_, index) => ({
    status_page_id: page.id,
    title: "Notice",
    featured_from: later(now, -HOUR - index),
    featured_until: index === MANY - 1 ? later(now, 40) : null,
  }));
  await database.insertInto("info_notices").values(notices).execute();
  const grant = await visitorGrant(database, page.subdomain);
  const snapshot = await readSnapshot(database, grant);
  expect(snapshot.totals.notices).toBe(MANY);
  expect(snapshot.notices.length).toBeLessThan(MANY);
  expect(snapshot.valid_for_seconds).toBeLessThanOrEqual(40);
});

test("the state of a page costs a row for each service and severity, however much goes on", async ({
  database,
}) => {
  const now = wireNow();
  const { grant, service } = await mintMany(database, (index) => ({
    severity: index % 2 === 0 ? "major" : "minor",
    starts_at: later(now, -HOUR - index),
    ends_at: null,
  }));
  const scope = { visible: null, history_since: null };
  const worst = await listWorst(database, grant, scope, now);
  expect(worst).toEqual([
    {
      service_id: service,
      severity: "major",
      type: "major",
      starts_at: later(now, -HOUR - (MANY - 2)),
      until: null,
    },
  ]);
  const tallies = await countCurrent(database, grant, scope, {
    now,
    listed_until: later(now, DAY),
  });
  expect(tallies.map(({ severity, count }) => [severity, count]).sort()).toEqual([
    ["major", MANY / 2],
    ["minor", MANY / 2],
  ]);
});
