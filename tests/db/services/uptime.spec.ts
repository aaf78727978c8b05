import { listServiceDays } from "#lib/services/uptime/queries.ts";
import { visitorGrant } from "#tests/support/data/incidents.ts";
import { hour, NOW, on, page, pick } from "#tests/support/db/service-days.ts";
import { expect, test } from "#tests/support/test.ts";

test("overlapping incidents count each second once, for the worst that went on", async ({
  database,
}) => {
  const { child, post, days } = await page(database);
  const day = "2026-11-10";
  await post({ severity: "major", ...on(day, "10:00", "12:00"), service_ids: [child] });
  await post({ severity: "major", ...on(day, "11:00", "13:00"), service_ids: [child] });
  await post({ severity: "minor", ...on(day, "12:00", "15:00"), service_ids: [child] });
  await post({
    severity: "scheduled",
    ...on(day, "14:00", "18:00"),
    service_ids: [child],
    affects_uptime: true,
  });
  await post({ severity: "scheduled", ...on(day, "17:00", "20:00"), service_ids: [child] });
  expect(await days(child)).toEqual([[day, 3 * hour, 2 * hour, 5 * hour, 3 * hour, 3]]);
});

test("what happens to a child counts for its parent, once, and what happens to a private one does not", async ({
  database,
}) => {
  const { parent, child, secret, post, days } = await page(database);
  await post({
    severity: "major",
    ...on("2026-11-10", "10:00", "11:00"),
    service_ids: [child, parent],
  });
  await post({ severity: "major", ...on("2026-11-11", "10:00", "11:00"), service_ids: [secret] });
  expect(await days(parent)).toEqual([["2026-11-10", hour, 0, 0, 0, 1]]);
  expect(await days(secret)).toEqual([["2026-11-11", hour, 0, 0, 0, 1]]);
});

test("only a service's own incidents count for it, and of those what affects uptime", async ({
  database,
}) => {
  const { parent, child, grant, post } = await page(database);
  const on10 = (from: string, to: string) => on("2026-11-10", from, to);
  await post({ severity: "major", ...on10("10:00", "12:00"), service_ids: [child] });
  await post({ severity: "minor", ...on10("11:00", "14:00"), service_ids: [child, parent] });
  const uncounted = { affects_uptime: false };
  await post({ severity: "major", ...on10("13:00", "16:00"), service_ids: [child], ...uncounted });
  const rows = await listServiceDays(database, grant, { from_day: "2026-01-01", now: NOW });
  const counted = rows.map((row) => [
    row.service_id,
    row.counted_major_seconds,
    row.counted_minor_seconds,
  ]);
  expect(counted).toEqual([
    [parent, 0, 3 * hour],
    [child, 2 * hour, 2 * hour],
  ]);
  expect(pick(rows, child)).toEqual([["2026-11-10", 5 * hour, hour, 0, 0, 3]]);
});

test("visitors get no days of private services", async ({ database }) => {
  const { subdomain, secret, parent, post } = await page(database);
  await post({
    severity: "major",
    ...on("2026-11-10", "10:00", "11:00"),
    service_ids: [secret, parent],
  });
  const rows = await listServiceDays(database, await visitorGrant(database, subdomain), {
    from_day: "2026-01-01",
    now: NOW,
  });
  expect(rows.map((row) => row.service_id)).toEqual([parent]);
});

test("a moment without length is no downtime", async ({ database }) => {
  const { child, post, days } = await page(database);
  await post({ severity: "major", ...on("2026-11-10", "10:00", "10:00"), service_ids: [child] });
  expect(await days(child)).toEqual([["2026-11-10", 0, 0, 0, 0, 1]]);
});
