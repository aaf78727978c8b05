import fc from "fast-check";
import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { secondsBetween, shiftClock } from "#lib/platform/clock.ts";
import { rebuildAllServiceDays } from "#lib/services/uptime/queries.ts";
import { publicService, readSnapshot } from "#lib/site/snapshot/snapshot.ts";
import { weightedSeconds } from "#lib/site/uptime/explain.ts";
import { type Explained, explainUptime, rangeOf } from "#lib/site/uptime/read.ts";
import { mintIncidents, systemGrant, visitorGrant } from "#tests/support/data/incidents.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import {
  type Drawn,
  modelDays,
  modelDowntime,
  type Tree,
  WINDOW_SECONDS,
  type Window,
  wire,
} from "#tests/support/data/uptime-model.ts";
import { expect, test } from "#tests/support/test.ts";

/** Days on which clocks change, by an hour or half of one, in zones off the full hour, and none. */
const WINDOWS: Window[] = [
  { time_zone: "Europe/Berlin", start: "2026-03-28T00:00:00" },
  { time_zone: "Europe/Berlin", start: "2026-10-24T00:00:00" },
  { time_zone: "America/St_Johns", start: "2026-10-31T00:00:00" },
  { time_zone: "America/St_Johns", start: "2026-03-07T00:00:00" },
  { time_zone: "Australia/Lord_Howe", start: "2026-04-03T00:00:00" },
  { time_zone: "Asia/Kolkata", start: "2026-10-24T00:00:00" },
  { time_zone: "Pacific/Apia", start: "2026-04-03T00:00:00" },
];

// 0 ─ 1 ─ 2, 0 ─ 3 (private) ─ 4, 0 ─ 5: who counts for whom
const TREE: Tree = [[1, 5], [2], [], [4], [], []];
const SEEN = [0, 1, 2, 5];
const CHUNK_MS = 900_000;

async function mintTree(db: Db, { time_zone, start }: Window) {
  const { page } = await mintOrganization(db, { time_zone });
  const root = await mintService(db, page.id);
  const child = await mintService(db, page.id, { parent_id: root });
  const leaf = await mintService(db, page.id, { parent_id: child });
  const secret = await mintService(db, page.id, { parent_id: root, private: true });
  const below = await mintService(db, page.id, { parent_id: secret });
  const other = await mintService(db, page.id, { parent_id: root });
  const inserted_at = new Date(Date.parse(`${start}Z`) - 10 * 86_400_000).toISOString();
  await db
    .updateTable("services")
    .set({ display_uptime_graph: true, inserted_at })
    .where("status_page_id", "=", page.id)
    .execute();
  return { page, ids: [root, child, leaf, secret, below, other] };
}

const drawn = fc.record<Drawn>({
  severity: fc.constantFrom("major", "minor", "scheduled"),
  from: fc.integer({ min: 0, max: WINDOW_SECONDS - 1 }),
  length: fc.oneof(
    fc.integer({ min: 0, max: 20_000 }),
    fc.integer({ min: 0, max: WINDOW_SECONDS }),
  ),
  on: fc.uniqueArray(fc.integer({ min: 0, max: TREE.length - 1 }), { minLength: 1, maxLength: 3 }),
  affects_uptime: fc.boolean(),
});

function isoDay(moment: number, timeZone: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(moment);
}

/** When a day begins, found by looking at one quarter of an hour after the other. */
function beginOf(day: string, time_zone: string): number {
  let moment = Date.parse(`${day}T00:00:00Z`) - 15 * 3_600_000;
  while (isoDay(moment, time_zone) < day) moment += CHUNK_MS;
  return moment;
}

function sumOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** What an explanation lists adds up to the day, and what each entry says is true. */
function expectToAddUp({ days, service, uptime }: Explained): void {
  for (const day of days) {
    const children = sumOf((day.children ?? []).map((child) => child.downtime_seconds));
    const listed =
      day.counted === "own"
        ? sumOf((day.periods ?? []).map(weightedSeconds))
        : children / service.children.length;
    expect(listed).toBeCloseTo(day.downtime_seconds, 6);
    expect(day.downtime_seconds).toBeCloseTo(Math.max(day.own_seconds, day.children_seconds), 6);
    for (const { from, to, seconds, incident } of day.periods ?? []) {
      expect(seconds).toBe(secondsBetween(from, to));
      expect(incident.starts_at <= from && to <= (incident.ends_at ?? to)).toBe(true);
    }
  }
  expect(sumOf(days.map((day) => day.downtime_seconds))).toBeCloseTo(uptime.downtime_seconds, 6);
}

function explain(db: Db, grant: PageGrant, window: Window, ids: readonly number[]) {
  return async (place: number) => {
    const snapshot = await readSnapshot(db, grant);
    const from = isoDay(Date.parse(`${window.start}Z`), window.time_zone);
    const range = rangeOf({ from }, snapshot);
    if (!range) throw new Error(`no range from ${from}`);
    const service = publicService(snapshot, ids[place] ?? 0);
    return { snapshot, range, explained: await explainUptime(db, grant, snapshot, service, range) };
  };
}

test.afterEach(() => shiftClock(0));

for (const [index, window] of WINDOWS.entries()) {
  test(`what an uptime is made of adds up to the figure, counted by the second: ${window.time_zone} from ${window.start.slice(0, 10)}`, async ({
    database,
  }) => {
    const { page, ids } = await mintTree(database, window);
    const system = await systemGrant(database, page.subdomain);
    const grant = await visitorGrant(database, page.subdomain);
    const read = explain(database, grant, window, ids);
    const now = fc.integer({ min: 1, max: WINDOW_SECONDS - 100 });
    const property = fc.asyncProperty(fc.array(drawn, { maxLength: 6 }), now, async (some, at) => {
      await database.deleteFrom("incidents").where("status_page_id", "=", page.id).execute();
      const incidents = some.map((one) => ({
        ...one,
        length: Math.min(one.length ?? 0, WINDOW_SECONDS - one.from),
      }));
      const bare = incidents.map(({ severity, from, length, on, affects_uptime }) => ({
        severity,
        affects_uptime,
        starts_at: wire(window, from),
        ends_at: from + length > at ? null : wire(window, from + length),
        service_ids: on.map((place) => ids[place] ?? 0),
      }));
      await mintIncidents(database, page.id, bare);
      await database.transaction().execute((trx) => rebuildAllServiceDays(trx, system));
      shiftClock(Date.parse(`${wire(window, at)}Z`) - Date.now());
      for (const place of SEEN) {
        const { snapshot, range, explained } = await read(place);
        const until = secondsBetween(window.start, snapshot.as_of);
        // What ends later is open now.
        const known = incidents.map((one) =>
          one.from + one.length > at ? { ...one, length: null } : one,
        );
        const days = ids.map((_, of) => modelDays(known, TREE, of, window, until));
        const inRange = (days[place] ?? [])
          .map(({ day }) => day)
          .filter((day) => day >= range.from);
        const down = sumOf(
          inRange.map((day) => modelDowntime((of) => days[of] ?? [], TREE, place, day)),
        );
        const elapsed =
          (Date.parse(`${snapshot.as_of}Z`) - beginOf(range.from, window.time_zone)) / 1000;
        expect(explained.is_complete).toBe(true);
        expect(explained.uptime.elapsed_seconds).toBe(elapsed);
        expect(explained.uptime.downtime_seconds).toBeCloseTo(down, 6);
        expect(explained.uptime.percent).toBeCloseTo(100 * (1 - down / elapsed), 8);
        expectToAddUp(explained);
      }
    });
    await fc.assert(property, { numRuns: 10, seed: index });
  });
}

const MANY = 600;

test("where incidents are too many to be listed, that is said, and the sums stay true", async ({
  database,
}) => {
  const window = { time_zone: "Etc/UTC", start: "2026-11-02T00:00:00" };
  const { page, ids } = await mintTree(database, window);
  const minutes = Array.from({ length: MANY }, (_, index) => ({
    severity: "major" as const,
    // The first 200 on the first day, the rest on the next.
    starts_at: wire(window, (index < 200 ? 0 : 86_400) + index * 120),
    ends_at: wire(window, (index < 200 ? 0 : 86_400) + index * 120 + 60),
    service_ids: [ids[2] ?? 0],
  }));
  await mintIncidents(database, page.id, minutes);
  const system = await systemGrant(database, page.subdomain);
  await database.transaction().execute((trx) => rebuildAllServiceDays(trx, system));
  const grant = await visitorGrant(database, page.subdomain);
  const { explained } = await explain(database, grant, window, ids)(2);
  expect(explained.is_complete).toBe(false);
  expect(explained.uptime.downtime_seconds).toBe(MANY * 60);
  expect(
    explained.days.map(({ day, downtime_seconds, periods }) => [
      day,
      downtime_seconds,
      periods?.length,
    ]),
  ).toEqual([
    ["2026-11-03", 400 * 60, 400],
    ["2026-11-02", 200 * 60, undefined],
  ]);
});

test("days are explained up to today, a year and a leap day at most", async ({ database }) => {
  const { page } = await mintOrganization(database, { time_zone: "Pacific/Apia" });
  const snapshot = await readSnapshot(database, await visitorGrant(database, page.subdomain));
  const at = { page: snapshot.page, as_of: "2026-11-20T10:30:00" };
  expect(rangeOf({}, at)).toEqual({ from: "2026-08-23", to: "2026-11-20" });
  expect(rangeOf({}, { ...at, as_of: "2026-11-20T11:00:00" })?.to).toBe("2026-11-21");
  expect(rangeOf({ from: "2025-11-20", to: "2027-01-01" }, at)?.to).toBe("2026-11-20");
  const refused = [
    { from: "2025-11-19" },
    { from: "2026-11-21" },
    { from: "2026-11-02", to: "2026-11-01" },
    { from: "2026-02-30" },
    { from: "yesterday" },
    { to: "9" },
  ];
  for (const asked of refused) expect(rangeOf(asked, at), JSON.stringify(asked)).toBeNull();
});
