import { dayOf, toWire } from "#lib/platform/clock.ts";
import { listCheckDays } from "#lib/services/check-history/queries.ts";
import { rebuildAllServiceDays, rebuildServiceDays } from "#lib/services/uptime/queries.ts";
import { checker } from "#tests/support/db/check-results.ts";
import { hour, NOW, on, page } from "#tests/support/db/service-days.ts";
import { expect, test } from "#tests/support/test.ts";

const BERLIN = "Europe/Berlin";

const open = (starts_at: string) => ({ starts_at, ends_at: null });

test("days are those of the page's zone: 23 hours in spring, 25 in autumn", async ({
  database,
}) => {
  const { child, post, days } = await page(database, BERLIN);
  await post({
    severity: "major",
    starts_at: "2026-03-28T12:00:00",
    ends_at: "2026-03-30T12:00:00",
    service_ids: [child],
  });
  await post({
    severity: "minor",
    starts_at: "2026-10-24T12:00:00",
    ends_at: "2026-10-26T12:00:00",
    service_ids: [child],
  });
  expect(await days(child)).toEqual([
    ["2026-03-28", 11 * hour, 0, 0, 0, 1],
    ["2026-03-29", 23 * hour, 0, 0, 0, 1],
    ["2026-03-30", 14 * hour, 0, 0, 0, 1],
    ["2026-10-24", 0, 10 * hour, 0, 0, 1],
    ["2026-10-25", 0, 25 * hour, 0, 0, 1],
    ["2026-10-26", 0, 13 * hour, 0, 0, 1],
  ]);
});

test("an open incident counts up to now, without any job having run", async ({ database }) => {
  const { parent, child, post, days } = await page(database);
  await post({ severity: "minor", ...on("2026-11-19", "10:00", "11:00"), service_ids: [child] });
  await post({
    severity: "major",
    starts_at: "2026-11-19T18:00:00",
    ends_at: null,
    service_ids: [child],
  });
  const expected = [
    ["2026-11-19", 6 * hour, hour, 0, 0, 2],
    ["2026-11-20", 12 * hour, 0, 0, 0, 1],
  ];
  expect(await days(child)).toEqual(expected);
  expect(await days(parent)).toEqual(expected);
  expect(await days(parent, "2026-11-20T13:00:00")).toEqual([
    expected[0],
    ["2026-11-20", 13 * hour, 0, 0, 0, 1],
  ]);
});

test("a maintenance with a known end counts up to now while it runs, not at all before, and in full afterwards", async ({
  database,
}) => {
  const { child, post, days } = await page(database);
  await post({
    severity: "scheduled",
    ...on("2026-11-20", "11:00", "14:00"),
    service_ids: [child],
  });
  expect(await days(child, "2026-11-20T10:00:00")).toEqual([]);
  expect(await days(child)).toEqual([["2026-11-20", 0, 0, hour, 0, 0]]);
  expect(await days(child, "2026-11-20T23:00:00")).toEqual([["2026-11-20", 0, 0, 3 * hour, 0, 0]]);
});

test("a day's incidents are counted without maintenance", async ({ database }) => {
  const { child, parent, post, days } = await page(database);
  const service_ids = [child];
  await post({ severity: "scheduled", ...on("2026-11-10", "10:00", "12:00"), service_ids });
  await post({ severity: "major", ...on("2026-11-10", "11:00", "13:00"), service_ids });
  await post({ severity: "scheduled", ...on("2026-11-12", "10:00", "12:00"), service_ids });
  for (const id of [child, parent])
    expect(await days(id)).toEqual([
      ["2026-11-10", 2 * hour, 0, hour, 0, 1],
      ["2026-11-12", 0, 0, 2 * hour, 0, 0],
    ]);
});

for (const time of ["00:00", "13:20", "23:59"])
  test(`an incident of no length at ${time} is on its day, and on no other`, async ({
    database,
  }) => {
    const { grant, child, parent, secret, post, days } = await page(database, BERLIN);
    const day = "2026-11-10";
    const starts_at = toWire(
      Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(BERLIN).toInstant(),
    );
    const instant = { severity: "major", starts_at, ends_at: starts_at } as const;
    await post({ ...instant, service_ids: [child] });
    const expected = [[day, 0, 0, 0, 0, 1]];
    const check = async (rows: unknown[]) => {
      expect(await days(child)).toEqual(rows);
      expect(await days(parent)).toEqual(rows);
      expect(await days(secret)).toEqual([]);
    };
    await check(expected);
    await database.transaction().execute((trx) => rebuildAllServiceDays(trx, grant));
    await check(expected);
    // Days of what goes on are computed when they are read.
    await post({
      severity: "minor",
      ...open(`${NOW.slice(0, 10)}T11:00:00`),
      service_ids: [child],
    });
    const today = [NOW.slice(0, 10), 0, hour, 0, 0, 1];
    await check([...expected, today]);
    await post({ severity: "minor", ...open("2026-11-08T23:00:00"), service_ids: [child] });
    expect((await days(child))[1]).toEqual([day, 0, 24 * hour, 0, 0, 2]);
  });

test("an incident that moves or goes away takes its days with it", async ({ database }) => {
  const { id, grant, parent, child, post, days } = await page(database);
  await post({ severity: "major", ...on("2026-11-10", "10:00", "11:00"), service_ids: [child] });
  await database
    .updateTable("incident_impacts")
    .set(on("2026-11-12", "10:00", "11:00"))
    .where("status_page_id", "=", id)
    .execute();
  const change = { service_ids: [child], from: "2026-11-10T10:00:00", to: "2026-11-12T11:00:00" };
  await database.transaction().execute((trx) => rebuildServiceDays(trx, grant, change));
  expect(await days(parent)).toEqual([["2026-11-12", hour, 0, 0, 0, 1]]);
  await database.deleteFrom("incidents").where("status_page_id", "=", id).execute();
  await database.transaction().execute((trx) => rebuildServiceDays(trx, grant, change));
  expect(await days(parent)).toEqual([]);
});

test("a wrong year cannot fill the table", async ({ database }) => {
  const { id, child, post } = await page(database);
  await post({
    severity: "scheduled",
    starts_at: "0001-01-01T00:00:00",
    ends_at: "9999-12-31T00:00:00",
    service_ids: [child],
  });
  const { count } = await database
    .selectFrom("service_days")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("status_page_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(count).toBeLessThan(2 * 13 * 366);
});

test("another page's days stay as they are", async ({ database }) => {
  const one = await page(database);
  const other = await page(database);
  await one.post({
    severity: "major",
    ...on("2026-11-10", "10:00", "11:00"),
    service_ids: [one.child],
  });
  await database.transaction().execute((trx) => rebuildAllServiceDays(trx, other.grant));
  await other.post({
    severity: "major",
    ...on("2026-11-10", "12:00", "15:00"),
    service_ids: [other.child],
  });
  expect(await one.days(one.child)).toEqual([["2026-11-10", hour, 0, 0, 0, 1]]);
});

test("a day is that of the zone in force, also where the zone changed after the writer was let in", async ({
  database,
}) => {
  const { child, id, grant, post, days } = await page(database);
  await database
    .updateTable("status_pages")
    .set({ time_zone: "Pacific/Auckland" })
    .where("id", "=", id)
    .execute();
  await post({ severity: "major", ...on("2026-11-10", "12:00", "13:00"), service_ids: [child] });
  expect(await days(child)).toEqual([["2026-11-11", hour, 0, 0, 0, 1]]);
  await database.transaction().execute((trx) => rebuildAllServiceDays(trx, grant));
  expect(await days(child)).toEqual([["2026-11-11", hour, 0, 0, 0, 1]]);
});

// Zones whose rules changed of late: PostgreSQL's table may be older than Node's.
for (const [zone, starts_at, ends_at] of [
  ["America/Edmonton", "2026-11-23T06:10:00", "2026-11-23T06:50:00"],
  ["Africa/Casablanca", "2026-11-22T23:10:00", "2026-11-22T23:50:00"],
] as const)
  test(`an incident counts on the day that lists it: ${zone}`, async ({ database }) => {
    const { id, grant, child, post, days } = await page(database, zone);
    const day = dayOf(starts_at, zone);
    await post({ severity: "major", starts_at, ends_at, service_ids: [child] });
    const counted = [[day, (2 * hour) / 3, 0, 0, 0, 1]];
    expect(await days(child, "2026-11-24T12:00:00")).toEqual(counted);
    await database.transaction().execute((trx) => rebuildAllServiceDays(trx, grant));
    expect(await days(child, "2026-11-24T12:00:00")).toEqual(counted);
    expect(await days(child, "2026-11-23T23:00:00")).toEqual(counted);
    await checker(database, id, child)([{ checked_at: `${starts_at}.000Z`, outcome: "up" }]);
    const checks = async () => {
      const window = { service_ids: [child], from: "2026-11-01", to: "2026-12-01" };
      return (await listCheckDays(database, grant, window)).map((row) => row.day);
    };
    expect(await checks()).toEqual([day]);
  });
