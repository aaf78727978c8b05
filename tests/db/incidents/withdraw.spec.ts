import { isRecordHeld, isUpdateHeld } from "#lib/core/events/record.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { withdrawPost } from "#lib/incidents/change-update.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { withdrawIncident } from "#lib/incidents/delete.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import { getIncident } from "#lib/incidents/read.ts";
import { CreateIncident, PostUpdate } from "#lib/incidents/schema.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { dispatch, stageOf } from "#tests/support/data/events.ts";
import { systemGrant } from "#tests/support/data/incidents.ts";
import { expect, test } from "#tests/support/test.ts";

test.afterEach(() => shiftClock(0));

test("a held update is withdrawn with its effects and told to nobody; later nothing is undone", async ({
  database,
}) => {
  const { ctx, open, events, deliveries } = await stageOf(database, 1);
  const target = await open();
  const post = async (hold_seconds: number) => {
    const input = parseInput(PostUpdate, { description: "Over", type: "resolved", hold_seconds });
    return { ...target, update_id: (await postUpdate(ctx, target, input)).id };
  };
  expect(await withdrawPost(ctx, await post(20))).toBe(true);
  expect(await getIncident(ctx, target)).toMatchObject({ ends_at: null, updates: [] });
  await dispatch(await events());
  expect(await deliveries()).toHaveLength(1);

  expect(await withdrawPost(ctx, await post(0))).toBe(false);
  const late = await post(20);
  shiftClock(22_000);
  expect(await withdrawPost(ctx, late)).toBe(false);
  expect((await getIncident(ctx, target)).updates).toHaveLength(2);
  const gone = withdrawPost(ctx, { ...late, update_id: late.update_id + 1_000 });
  await expect(gone).rejects.toMatchObject({ code: "not_found" });
});

test("a held incident is withdrawn and told to nobody; later nothing is undone", async ({
  database,
  organization: { page },
  service,
}) => {
  const ctx = systemContext(database, "test");
  const open = async (hold_seconds: number) => {
    const fields = { title: "Down", type: "major", service_ids: [service], hold_seconds };
    const { id } = await createIncident(ctx, page, parseInput(CreateIncident, fields));
    return { subdomain: page.subdomain, incident_id: id };
  };
  const hasty = await open(20);
  expect(await withdrawIncident(ctx, hasty)).toBe(true);
  await expect(getIncident(ctx, hasty)).rejects.toMatchObject({ code: "not_found" });
  const told = database.selectFrom("events").select("withdrawn_at");
  const events = await told.where("status_page_id", "=", page.id).execute();
  expect(events.map(({ withdrawn_at }) => withdrawn_at === null)).toEqual([false]);
  expect(await withdrawIncident(ctx, await open(0))).toBe(false);
});

test("what is found to be held is not dispatched before it is withdrawn", async ({
  database,
  organization: { page },
  service,
}) => {
  const ctx = systemContext(database, "test");
  const held = { type: "major", service_ids: [service], hold_seconds: 20 };
  const created = parseInput(CreateIncident, { title: "Down", ...held });
  const { id } = await createIncident(ctx, page, created);
  const target = { subdomain: page.subdomain, incident_id: id };
  const posted = parseInput(PostUpdate, { description: "Worse", hold_seconds: 20 });
  const update = await postUpdate(ctx, target, posted);
  const grant = await systemGrant(database, page.subdomain);
  const events = database.selectFrom("events").select("id").where("status_page_id", "=", page.id);
  const free = () => events.forUpdate().skipLocked().execute();
  expect(await free()).toHaveLength(2);
  await database.transaction().execute(async (trx) => {
    expect(await isRecordHeld(trx, grant, `incident:${id}`)).toBe(true);
    expect(await free()).toHaveLength(1);
    expect(await isUpdateHeld(trx, grant, `incident:${id}`, update.id)).toBe(true);
    expect(await free()).toHaveLength(0);
  });
});
