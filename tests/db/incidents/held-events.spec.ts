import { resumeEvents } from "#lib/core/events/resume-events.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import type { Context } from "#lib/core/request/context.ts";
import { deleteUpdate, editUpdate, restoreUpdate } from "#lib/incidents/change-update.ts";
import { deleteIncident } from "#lib/incidents/delete.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import { getIncident, type IncidentTarget } from "#lib/incidents/read.ts";
import { EditUpdate, PostUpdate, UpdateIncident } from "#lib/incidents/schema.ts";
import { updateIncident } from "#lib/incidents/update.ts";
import { later, shiftClock, wireNow } from "#lib/platform/clock.ts";
import { dispatch, dispatchJobs, stageOf } from "#tests/support/data/events.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { askHandlers } from "#tests/support/http/handlers.ts";
import { expect, test } from "#tests/support/test.ts";

test.afterEach(() => shiftClock(0));

/** @returns where the update stands */
async function post(ctx: Context, target: IncidentTarget, hold_seconds: number) {
  const input = parseInput(PostUpdate, { description: "Hasty", hold_seconds });
  return { ...target, update_id: (await postUpdate(ctx, target, input)).id };
}

test("a held event is dispatched when its hold ends, and shows on the page at once", async ({
  database,
}) => {
  const { ctx, open, events } = await stageOf(database);
  const target = await open();
  const before = wireNow();
  await post(ctx, target, 20);
  const { updates } = await getIncident(ctx, target);
  expect(updates.map(({ description }) => description)).toEqual(["Hasty"]);
  const [created, held] = await events();
  expect(created?.due_at).toBe(created?.inserted_at);
  expect([later(before, 21), later(wireNow(), 21)]).toContain(held?.due_at);
  const jobs = await dispatchJobs(database, held ? [held] : []);
  expect(jobs).toEqual([{ event_ids: [held?.id], run_at: held?.due_at }]);
});

test("of an update that is deleted within its hold nobody hears, however often it was edited", async ({
  database,
}) => {
  const { ctx, open, events, deliveries } = await stageOf(database, 1);
  const target = await open();
  const update = await post(ctx, target, 20);
  await editUpdate(ctx, update, parseInput(EditUpdate, { description: "Less hasty" }));
  await deleteUpdate(ctx, update);
  const told = await events();
  expect(told.map(({ withdrawn_at }) => withdrawn_at !== null)).toEqual([false, true, true]);
  await dispatch(told);
  expect(await deliveries()).toHaveLength(1);
  await restoreUpdate(ctx, update);
  await dispatch(await events());
  expect(await deliveries()).toHaveLength(2);
});

test("an update that is deleted after its hold, without one, or while it is dispatched is told of", async ({
  database,
}) => {
  const { ctx, open, events, deliveries } = await stageOf(database, 1);
  const target = await open();
  await deleteUpdate(ctx, await post(ctx, target, 0));
  const dispatched = await post(ctx, target, 20);
  await dispatch(await events());
  await deleteUpdate(ctx, dispatched);
  const late = await post(ctx, target, 20);
  shiftClock(22_000);
  await deleteUpdate(ctx, late);
  await dispatch(await events());
  expect((await events()).map(({ withdrawn_at }) => withdrawn_at)).toEqual(Array(7).fill(null));
  expect(await deliveries()).toHaveLength(7);
});

test("what happens to an incident meanwhile waits for what is held of it; what happens to another does not", async ({
  database,
}) => {
  const { ctx, open, events } = await stageOf(database);
  const [target, other] = [await open(), await open()];
  const update = await post(ctx, target, 60);
  await post(ctx, target, 0);
  await post(ctx, other, 0);
  const [, , held, waiting, free] = await events();
  expect([waiting?.due_at, free?.due_at]).toEqual([held?.due_at, free?.inserted_at]);
  await deleteUpdate(ctx, update);
  const [withdrawn, , , deletion] = (await events()).slice(2);
  expect(withdrawn?.withdrawn_at).not.toBeNull();
  expect([deletion?.event, deletion?.due_at]).toEqual(["incident.updated", held?.due_at]);
});

test("of an incident that is deleted within its hold nobody hears; of one that is known only its end", async ({
  database,
}) => {
  const { ctx, open, events, deliveries } = await stageOf(database, 1);
  const never = await open({ hold_seconds: 20 });
  await post(ctx, never, 0);
  await deleteIncident(ctx, never);
  const known = await open();
  await post(ctx, known, 20);
  await deleteIncident(ctx, known);
  const told = await events();
  await dispatch(told);
  const heard = (await deliveries()).map(({ event_id }) => event_id);
  expect(
    told.filter(({ id }) => heard.includes(id)).map(({ event, subject }) => [event, subject]),
  ).toEqual([
    ["incident.created", `incident:${known.incident_id}`],
    ["incident.deleted", `incident:${known.incident_id}`],
  ]);
});

test("an incident and its updates are held as long as any of them asks", async ({ database }) => {
  const { ctx, open, events } = await stageOf(database);
  const update = { description: "x", hold_seconds: 30 };
  const target = await open({ hold_seconds: 10, updates: [update] });
  shiftClock(60_000);
  const changes = parseInput(UpdateIncident, { title: "y", hold_seconds: 40 });
  await updateIncident(ctx, target, changes);
  const held = (await events()).map(({ inserted_at, due_at }) => [later(inserted_at, 0), due_at]);
  expect(
    held.map(([from = "", until]) => [later(from, 31), later(from, 41)].indexOf(until ?? "")),
  ).toEqual([0, 1]);
});

type Payload = {
  event: string;
  data: { object: { title: string; ends_at: string | null; updates: { description: string }[] } };
};

test("an update that is deleted within its hold is in no event, one that is edited is as edited in all", async ({
  database,
}) => {
  const { ctx, open, events } = await stageOf(database);
  const say = (target: IncidentTarget, update: object) =>
    postUpdate(ctx, target, parseInput(PostUpdate, update));
  const target = await open({ hold_seconds: 30, updates: [{ description: "We look" }] });
  const hasty = await say(target, { type: "resolved", description: "A secret", hold_seconds: 20 });
  await say(target, { description: "It goes on" });
  const written = { description: "A cabel" };
  const wrong = await say(target, { ...written, hold_seconds: 20 });
  await deleteUpdate(ctx, { ...target, update_id: hasty.id });
  const right = parseInput(EditUpdate, { description: "A cable" });
  await editUpdate(ctx, { ...target, update_id: wrong.id }, right);
  await updateIncident(ctx, target, parseInput(UpdateIncident, { title: "Corrected" }));
  const due = (await events()).filter(({ withdrawn_at }) => withdrawn_at === null);
  const told = due.map(({ payload }) => JSON.parse(payload) as Payload);
  const first = ["It goes on", "We look"];
  expect(told.map(({ data }) => data.object.updates.map((one) => one.description))).toEqual([
    ["We look"],
    first,
    ["A cable", ...first],
    ["A cable", ...first],
    ["A cable", ...first],
    ["A cable", ...first],
  ]);
  expect(told[0]?.event).toBe("incident.created");
  for (const { data } of told)
    expect(data.object).toMatchObject({ title: "Corrected", ends_at: null });
  expect(due.map(({ bytes }) => bytes)).toEqual(
    due.map(({ payload }) => Buffer.byteLength(payload)),
  );
});

test("what is told already stays as it was told", async ({ database }) => {
  const { ctx, open, events } = await stageOf(database);
  const target = await open();
  await dispatch(await events());
  const update = await post(ctx, target, 20);
  shiftClock(22_000);
  await editUpdate(ctx, update, parseInput(EditUpdate, { description: "Less hasty" }));
  const [created, posted] = (await events()).map(({ payload }) => JSON.parse(payload) as Payload);
  expect(created?.data.object.updates).toEqual([]);
  expect(posted?.data.object.updates[0]?.description).toBe("Hasty");
});

test("the end of an incident does not tell what was held of it", async ({ database }) => {
  const { ctx, open, events } = await stageOf(database);
  const target = await open({ updates: [{ description: "We look" }] });
  await dispatch(await events());
  await post(ctx, target, 20);
  await deleteIncident(ctx, target);
  const last = JSON.parse((await events()).at(-1)?.payload ?? "") as Payload;
  expect(last.event).toBe("incident.deleted");
  expect(last.data.object.updates.map((one) => one.description)).toEqual(["We look"]);
});

test("either the deletion or the dispatch wins: nobody hears, or everybody hears of both", async ({
  database,
}) => {
  const { ctx, open, events, deliveries } = await stageOf(database, 1);
  for (let round = 0; round < 20; round += 1) {
    const target = await open();
    const known = await events();
    await dispatch(known);
    const before = (await deliveries()).length;
    const update = await post(ctx, target, 20);
    const held = (await events()).slice(known.length);
    await Promise.all([deleteUpdate(ctx, update), dispatch(held)]);
    const [first, ...after] = (await events()).slice(known.length);
    expect(after).toHaveLength(first?.withdrawn_at ? 0 : 1);
    expect(await deliveries()).toHaveLength(before + after.length);
    await dispatch(after);
  }
});

test("withdrawn events are not resumed, nor held ones", async ({ database }) => {
  const { ctx, open, events } = await stageOf(database);
  const target = await open();
  await dispatch(await events());
  await deleteUpdate(ctx, await post(ctx, target, 20));
  await post(ctx, target, 600);
  shiftClock(120_000);
  await resumeEvents();
  expect(await dispatchJobs(database, await events())).toHaveLength(3);
});

test("a hold is whole seconds from 0 to 600", async ({ database }) => {
  const { page, keys } = await mintOrganization(database);
  const service = await mintService(database, page.id);
  const path = `/status_pages/${page.subdomain}/incidents`;
  const create = async (hold_seconds: unknown) => {
    const incident = { title: "x", type: "minor", service_ids: [service], hold_seconds };
    return askHandlers(path, { method: "POST", key: keys.editor, body: { incident } });
  };
  for (const accepted of [0, 600, null]) expect((await create(accepted)).status).toBe(201);
  for (const refused of [-1, 601, 1.5, "soon"])
    expect(await create(refused)).toMatchObject({
      status: 422,
      body: { errors: { hold_seconds: [expect.any(String)] } },
    });
});
