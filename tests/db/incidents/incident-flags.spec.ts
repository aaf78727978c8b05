import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { editUpdate } from "#lib/incidents/change-update.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { CreateIncident, EditUpdate, UpdateIncident } from "#lib/incidents/schema.ts";
import { updateIncident } from "#lib/incidents/update.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const PAST = { starts_at: "2026-11-10T10:00:00", ends_at: "2026-11-10T11:00:00" };

async function page(db: Db) {
  const settings = { custom_incident_types_enabled: true };
  const { page: minted } = await mintOrganization(db, { settings });
  const service = await mintService(db, minted.id);
  const type = { status_page_id: minted.id, name: "Own", order: 1 };
  await db
    .insertInto("incident_types")
    .values([
      { ...type, key: "own-minor", base_severity: "minor" },
      { ...type, key: "own-planned", base_severity: "scheduled" },
    ])
    .execute();
  const ctx = systemContext(db, "test");
  const create = (incident: object) => {
    const whole = { title: "Trouble", service_ids: [service], ...PAST, ...incident };
    return createIncident(ctx, minted, parseInput(CreateIncident, whole));
  };
  const at = (incident_id: number) => ({ subdomain: minted.subdomain, incident_id });
  return {
    create,
    put: (id: number, incident: object) =>
      updateIncident(ctx, at(id), parseInput(UpdateIncident, incident)),
    edit: (id: number, update_id: number, update: object) =>
      editUpdate(ctx, { ...at(id), update_id }, parseInput(EditUpdate, update)),
    counted: async () => {
      const days = await db
        .selectFrom("service_days")
        .selectAll()
        .where("status_page_id", "=", minted.id)
        .execute();
      return days.map((day) => [
        day.counted_major_seconds,
        day.counted_minor_seconds,
        day.counted_maintenance_seconds,
      ])[0];
    },
    notify: async (id: number) => {
      const updates = await db
        .selectFrom("incident_updates")
        .select(["description", "notify"])
        .where("incident_id", "=", id)
        .orderBy("id")
        .execute();
      return Object.fromEntries(updates.map((update) => [update.description, update.notify]));
    },
  };
}

test("an incident affects uptime unless it is said not to, a maintenance only when it is said", async ({
  database,
}) => {
  const { create } = await page(database);
  const unless = { major: true, minor: true, "own-minor": true, scheduled: false };
  for (const [type, expected] of Object.entries({ ...unless, "own-planned": false })) {
    expect((await create({ type })).affects_uptime, type).toBe(expected);
    expect((await create({ type, affects_uptime: null })).affects_uptime, type).toBe(expected);
    for (const affects_uptime of [true, false])
      expect((await create({ type, affects_uptime })).affects_uptime, type).toBe(affects_uptime);
  }
});

test("whatever affects_uptime is decides, from the moment it is changed", async ({ database }) => {
  const { create, put, counted } = await page(database);
  const { id } = await create({ type: "major" });
  expect(await counted()).toEqual([3600, 0, 0]);
  await put(id, { affects_uptime: false });
  expect(await counted()).toEqual([0, 0, 0]);
  await put(id, { title: "Other", affects_uptime: null });
  expect(await counted()).toEqual([0, 0, 0]);
  await put(id, { type: "minor", affects_uptime: true });
  expect(await counted()).toEqual([0, 3600, 0]);
});

test("`notify` of an incident counts for the updates posted with it that say nothing; null is false", async ({
  database,
}) => {
  const { create, put, edit, notify } = await page(database);
  const updates = [
    { description: "silent" },
    { description: "null", notify: null },
    { description: "false", notify: false },
    { description: "true", notify: true },
  ];
  const loud = await create({ type: "major", notify: true, updates });
  expect(await notify(loud.id)).toEqual({ silent: true, null: false, false: false, true: true });
  const quiet = await create({ type: "major", updates });
  const said = { silent: false, null: false, false: false, true: true };
  expect(await notify(quiet.id)).toEqual(said);

  await put(quiet.id, { notify: true, updates: [...updates, { description: "later" }] });
  expect(await notify(quiet.id)).toEqual({ ...said, later: true });
  await put(quiet.id, { updates: [{ description: "last" }] });
  expect(await notify(quiet.id)).toEqual({ ...said, later: true, last: false });

  const update = quiet.updates.find(({ description }) => description === "true");
  await edit(quiet.id, update?.id ?? 0, { social_post: false });
  expect((await notify(quiet.id)).true).toBe(true);
  await edit(quiet.id, update?.id ?? 0, { notify: null });
  expect((await notify(quiet.id)).true).toBe(false);
});

test("an update that was posted quietly is told once an edit says so, and once only", async ({
  database,
}) => {
  const { create, put, edit } = await page(database);
  const { id, updates } = await create({ type: "major", updates: [{ description: "Quiet" }] });
  const [update_id = 0] = updates.map((update) => update.id);
  const told = async () => {
    const { news_update_ids } = await database
      .selectFrom("events")
      .select("news_update_ids")
      .where("subject", "=", `incident:${id}`)
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    return news_update_ids ?? [];
  };
  await edit(id, update_id, { description: "Corrected" });
  expect(await told()).toEqual([]);
  await edit(id, update_id, { notify: true });
  expect(await told()).toEqual([update_id]);
  await edit(id, update_id, { notify: true, description: "Corrected again" });
  expect(await told()).toEqual([]);
  const other = await create({ type: "major", updates: [{ description: "Quiet" }] });
  const [known] = other.updates;
  await put(other.id, { updates: [{ id: known?.id, notify: true }] });
  const [last] = await database
    .selectFrom("events")
    .select("news_update_ids")
    .where("subject", "=", `incident:${other.id}`)
    .orderBy("id", "desc")
    .execute();
  expect(last?.news_update_ids).toEqual([known?.id]);
});

test("a post on a social network is refused on an edit, too, where the page has none", async ({
  database,
}) => {
  const { create, edit } = await page(database);
  const { id, updates } = await create({ type: "major", updates: [{ description: "Said" }] });
  await expect(edit(id, updates[0]?.id ?? 0, { social_post: true })).rejects.toMatchObject({
    fields: { social_post: [{ code: "not_offered" }] },
  });
});

test("null settings of notices are none of them, on a change too", async ({ database }) => {
  const { create, put } = await page(database);
  const settings = { on_start: true, before_notice_minutes: 30 };
  const { id } = await create({
    type: "scheduled",
    maintenance_notify: true,
    maintenance_notify_settings: settings,
  });
  expect((await put(id, { title: "Other" })).maintenance_notify_settings).toMatchObject(settings);
  expect(
    (await put(id, { maintenance_notify_settings: null })).maintenance_notify_settings,
  ).toEqual({
    before_notice_minutes: null,
    second_before_notice_minutes: null,
    on_start: false,
    on_end: false,
  });
});

test("blanks and line feeds say nothing: they are refused as nothing is", async ({ database }) => {
  const { create, put, edit } = await page(database);
  const blank = " \n\t ";
  const { id, updates } = await create({ type: "major", updates: [{ description: "Said" }] });
  const calls: [path: string, () => unknown][] = [
    ["title", () => create({ type: "major", title: blank })],
    ["updates.0.description", () => create({ type: "major", updates: [{ description: blank }] })],
    ["title", () => put(id, { title: blank })],
    ["updates.0.description", () => put(id, { updates: [{ description: blank }] })],
    ["description", () => edit(id, updates[0]?.id ?? 0, { description: blank })],
  ];
  for (const [path, call] of calls)
    await expect((async () => call())()).rejects.toMatchObject({
      fields: { [path]: [{ code: "blank" }] },
    });
});

test("an older update edited into resolved ends an incident that was opened again", async ({
  database,
}) => {
  const { create, put, edit } = await page(database);
  const { id, updates } = await create({
    type: "major",
    ends_at: null,
    updates: [{ description: "Looking", posted_at: "2026-11-10T10:10:00" }],
  });
  const update_id = updates[0]?.id ?? 0;
  await put(id, { ends_at: "2026-11-10T12:00:00" });
  expect((await put(id, { ends_at: null })).ends_at).toBeNull();
  await edit(id, update_id, { description: "It is over" });
  expect((await put(id, {})).ends_at).toBeNull();
  await edit(id, update_id, { type: "resolved" });
  expect((await put(id, {})).ends_at).toBe("2026-11-10T10:10:00");
});
