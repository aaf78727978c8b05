import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { rebuildAllServiceDays } from "#lib/services/uptime/queries.ts";
import {
  correctDay,
  listDayCorrections,
  undoCorrection,
} from "#lib/services/uptime-corrections/change.ts";
import { CorrectDay } from "#lib/services/uptime-corrections/schema.ts";
import { loadUptime } from "#lib/site/uptime/read.ts";
import { mintIncidents, systemGrant } from "#tests/support/data/incidents.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { checker } from "#tests/support/db/check-results.ts";
import { expect, test } from "#tests/support/test.ts";

const DAY = "2026-10-25";

/** A parent of two services in Berlin, one of which was down for two hours of a day of 25. */
async function outage(database: Parameters<typeof mintService>[0]) {
  const { page, id } = await mintOrganization(database, { time_zone: "Europe/Berlin" });
  const shown = { display_uptime_graph: true };
  const parent = await mintService(database, page.id, shown);
  const child = await mintService(database, page.id, { parent_id: parent, ...shown });
  await mintService(database, page.id, { parent_id: parent, ...shown });
  await database
    .updateTable("services")
    .set({ inserted_at: "2026-01-01T00:00:00" })
    .where("status_page_id", "=", page.id)
    .execute();
  await mintIncidents(database, page.id, [
    {
      severity: "major",
      starts_at: `${DAY}T10:00:00`,
      ends_at: `${DAY}T12:00:00`,
      service_ids: [child],
    },
  ]);
  const grant = await systemGrant(database, page.subdomain);
  await database.transaction().execute((trx) => rebuildAllServiceDays(trx, grant));
  const ctx = systemContext(database, "test");
  const said = (input: object) => parseInput(CorrectDay, { reason: "Our own network", ...input });
  const target = { ...page, service_id: child, day: DAY };
  const explained = async (service_id: number) => {
    const asked = { from: DAY, to: "2026-10-26" };
    const { service: _, ...explained } = (await loadUptime(ctx, { ...page, service_id, asked }))
      .explained;
    return explained;
  };
  const moveTo = async (time_zone: string) => {
    await database
      .updateTable("status_pages")
      .set({ time_zone })
      .where("id", "=", page.id)
      .execute();
    await database.transaction().execute((trx) => rebuildAllServiceDays(trx, grant));
  };
  return { organization_id: id, page, parent, child, ctx, said, target, explained, moveTo };
}

test("what an operator says of a day counts in place of what was found, above it too, says so, and is taken back", async ({
  database,
}) => {
  const one = await outage(database);
  const { ctx, said, target, explained, parent, child } = one;
  const before = [await explained(child), await explained(parent)];
  expect(before.map(({ uptime }) => uptime.downtime_seconds)).toEqual([7_200, 3_600]);
  await correctDay(ctx, target, said({ downtime_seconds: 600 }));
  const [own, above] = [await explained(child), await explained(parent)];
  expect([own.uptime.downtime_seconds, above.uptime.downtime_seconds]).toEqual([600, 300]);
  expect(own.days).toMatchObject([
    {
      day: DAY,
      periods: [{ seconds: 7_200 }],
      correction: { reason: "Our own network", downtime: { seconds: 600, found_seconds: 7_200 } },
    },
  ]);
  expect(own.is_complete).toBe(true);
  await correctDay(ctx, target, said({ downtime_seconds: 0 }));
  expect((await explained(child)).uptime.percent).toBe(100);
  await undoCorrection(ctx, target);
  const told = ({ uptime, days }: (typeof before)[number]) => [
    uptime,
    days.map(({ day, downtime_seconds, correction }) => [day, downtime_seconds, correction]),
  ];
  const after = [await explained(child), await explained(parent)];
  expect(after.map(told)).toEqual(before.map(told));
  const rows = await database
    .selectFrom("audit_log")
    .select(["action", "changes", "before"])
    .where("status_page_id", "=", one.page.id)
    .orderBy("id")
    .execute();
  expect(rows.map(({ action }) => action)).toEqual([
    "day_correction.update",
    "day_correction.update",
    "day_correction.delete",
  ]);
  expect(JSON.stringify(rows[1])).toMatch(/"downtime_seconds":600/);
});

test("a correction keeps its hours when the page's zone changes", async ({ database }) => {
  const { ctx, said, target, explained, child, parent, page, moveTo } = await outage(database);
  await correctDay(ctx, target, said({ downtime_seconds: 900 }));
  const bounds = { starts_at: "2026-10-24T22:00:00", ends_at: "2026-10-25T23:00:00" };
  for (const [zone, days] of [
    // The day that was corrected has 25 hours; 13 of them fall on the same day there.
    ["Pacific/Auckland", { "2026-10-26": 432, [DAY]: 468 }],
    ["Europe/Berlin", { [DAY]: 900 }],
  ] as const) {
    await moveTo(zone);
    const { days: told, uptime } = await explained(child);
    expect(Object.fromEntries(told.map((each) => [each.day, each.downtime_seconds]))).toEqual(days);
    expect(told.every(({ correction }) => correction?.reason === "Our own network")).toBe(true);
    expect([uptime.downtime_seconds, (await explained(parent)).uptime.downtime_seconds]).toEqual([
      900, 450,
    ]);
    expect(await listDayCorrections(ctx, { ...page, service_id: child })).toMatchObject([
      { day: DAY, ...bounds },
    ]);
  }
  await moveTo("Pacific/Auckland");
  await correctDay(ctx, target, said({ downtime_seconds: 60 }));
  expect((await explained(child)).days).toMatchObject([
    { day: "2026-10-26", downtime_seconds: 3_600, correction: null },
    { day: DAY, downtime_seconds: 60 },
  ]);
});

test("a quiet day can be corrected, and its parent hears of it", async ({ database }) => {
  const { ctx, said, target, explained, parent } = await outage(database);
  await correctDay(ctx, { ...target, day: "2026-10-26" }, said({ downtime_seconds: 1_200 }));
  expect(
    (await explained(parent)).days.map(({ day, downtime_seconds }) => [day, downtime_seconds]),
  ).toEqual([
    ["2026-10-26", 600],
    [DAY, 3_600],
  ]);
});

test("checks that were wrong count for neither once an operator says so", async ({ database }) => {
  const { ctx, said, target, explained, child, page } = await outage(database);
  const write = checker(database, page.id, child);
  await write(
    [10, 11].map((hour) => ({ checked_at: `${DAY}T${hour}:00:00.000Z`, outcome: "down" as const })),
  );
  await write([{ checked_at: "2026-10-26T10:00:00.000Z", outcome: "up" }]);
  expect((await explained(child)).checks?.counts).toEqual({ up: 1, down: 2, none: 0 });
  await correctDay(ctx, target, said({ ignore_checks: true }));
  const { checks, uptime } = await explained(child);
  expect([checks?.counts, uptime.downtime_seconds]).toEqual([{ up: 1, down: 0, none: 2 }, 7_200]);
});

test("a day that is not over is refused, and no downtime is longer than its day", async ({
  database,
}) => {
  const { ctx, said, target, page, child } = await outage(database);
  shiftClock(0);
  const refused = async (day: string, input: object) =>
    expect(correctDay(ctx, { ...target, day }, said(input))).rejects.toMatchObject({
      code: "invalid",
    });
  const today = Temporal.Now.zonedDateTimeISO("Europe/Berlin").toPlainDate().toString();
  const berlin = Temporal.PlainDate.from(today);
  await refused(today, { downtime_seconds: 60 });
  await refused(berlin.add({ days: 1 }).toString(), { downtime_seconds: 60 });
  await refused(berlin.subtract({ years: 10, days: 1 }).toString(), { downtime_seconds: 60 });
  const oldest = berlin.subtract({ years: 10 }).toString();
  await correctDay(ctx, { ...target, day: oldest }, said({ downtime_seconds: 60 }));
  await undoCorrection(ctx, { ...target, day: oldest });
  await expect(undoCorrection(ctx, { ...target, day: oldest })).rejects.toMatchObject({
    code: "not_found",
  });
  await correctDay(ctx, target, said({ downtime_seconds: 90_000 }));
  const short = { ...target, day: "2026-10-26" };
  await correctDay(ctx, short, said({ downtime_seconds: 90_000 }));
  const all = await listDayCorrections(ctx, { ...page, service_id: child });
  expect(all.map(({ day, downtime_seconds }) => [day, downtime_seconds])).toEqual([
    ["2026-10-26", 86_400],
    [DAY, 90_000],
  ]);
  const again = await correctDay(ctx, target, said({ reason: "", ignore_checks: true }));
  expect(again).toMatchObject({
    ...{ reason: "Our own network", downtime_seconds: null, ignore_checks: true },
  });
  const bare = parseInput(CorrectDay, { downtime_seconds: 1 });
  await expect(correctDay(ctx, { ...target, day: "2026-10-27" }, bare)).rejects.toMatchObject({
    fields: { reason: [{ code: "blank" }] },
  });
  const { page: other } = await mintOrganization(database);
  await expect(
    correctDay(ctx, { ...target, ...other }, said({ ignore_checks: true })),
  ).rejects.toMatchObject({ code: "not_found" });
});
