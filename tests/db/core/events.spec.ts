import { authorizeJob, authorizeProgram } from "#lib/core/access/authorize.ts";
import { type Consumer, dispatchEvents } from "#lib/core/events/dispatch.ts";
import { beginDispatch, type EventRow } from "#lib/core/events/queries.ts";
import { resumeEvents } from "#lib/core/events/resume-events.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { deleteUpdate, editUpdate, restoreUpdate } from "#lib/incidents/change-update.ts";
import { deleteIncident } from "#lib/incidents/delete.ts";
import { createInfoNotice } from "#lib/incidents/info-notices/create.ts";
import { deleteInfoNotice } from "#lib/incidents/info-notices/delete.ts";
import { CreateInfoNotice, UpdateInfoNotice } from "#lib/incidents/info-notices/schema.ts";
import { updateInfoNotice } from "#lib/incidents/info-notices/update.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import { EditUpdate, PostUpdate, UpdateIncident } from "#lib/incidents/schema.ts";
import { updateIncident } from "#lib/incidents/update.ts";
import {
  listDeliveries,
  redeliver,
  webhooks,
} from "#lib/notifications/webhook-deliveries/delivery.ts";
import { addDeliveries } from "#lib/notifications/webhook-deliveries/queries.ts";
import { deleteWebhook } from "#lib/notifications/webhooks/webhooks.ts";
import { deleteStatusPage } from "#lib/pages/create.ts";
import { shiftClock, wireNow } from "#lib/platform/clock.ts";
import { dispatch, dispatchJobs, stageOf } from "#tests/support/data/events.ts";
import { mintWebhook } from "#tests/support/data/webhooks.ts";
import { expect, test } from "#tests/support/test.ts";

test.afterEach(() => shiftClock(0));

test("every verb that changes an incident or a notice leaves one event and one job", async ({
  database,
}) => {
  const { page, ctx, open, events } = await stageOf(database);
  const target = await open();
  const { id: update_id } = await postUpdate(
    ctx,
    target,
    parseInput(PostUpdate, { description: "x" }),
  );
  const update = { ...target, update_id };
  await editUpdate(ctx, update, parseInput(EditUpdate, { description: "Still" }));
  await deleteUpdate(ctx, update);
  await restoreUpdate(ctx, update);
  await restoreUpdate(ctx, update);
  await updateIncident(ctx, target, parseInput(UpdateIncident, { title: "Up" }));
  await deleteIncident(ctx, target);
  const { id } = await createInfoNotice(
    ctx,
    page,
    parseInput(CreateInfoNotice, { title: "Moving", updates: [{ description: "Soon" }] }),
  );
  const notice = { ...page, info_notice_id: id };
  await updateInfoNotice(ctx, notice, parseInput(UpdateInfoNotice, { title: "Moved" }));
  await deleteInfoNotice(ctx, notice);

  const told = await events();
  expect(told.map(({ event, subject }) => `${event} ${subject}`)).toEqual([
    `incident.created incident:${target.incident_id}`,
    ...Array(5).fill(`incident.updated incident:${target.incident_id}`),
    `incident.deleted incident:${target.incident_id}`,
    `info_notice.created info_notice:${id}`,
    `info_notice.updated info_notice:${id}`,
    `info_notice.deleted info_notice:${id}`,
  ]);
  expect((await dispatchJobs(database, told)).map(({ event_ids }) => event_ids)).toEqual(
    told.map((event) => [event.id]),
  );
});

test("a change leaves as much behind with fifty webhooks as with none, until it is dispatched", async ({
  database,
}) => {
  for (const listeners of [0, 50]) {
    const { open, events, deliveries } = await stageOf(database, listeners);
    await open();
    const told = await events();
    expect([told.length, (await dispatchJobs(database, told)).length]).toEqual([1, 1]);
    expect(await deliveries()).toEqual([]);
    await dispatch(told);
    const [{ id, message_id } = { id: 0, message_id: "" }] = told;
    const ledger = await deliveries();
    expect(ledger).toHaveLength(listeners);
    for (const entry of ledger)
      expect(entry).toMatchObject({ event_id: id, message_id, body: null, state: "pending" });
  }
});

test("what is dispatched twice, or by several workers at once, is in the ledger once", async ({
  database,
}) => {
  const { open, hooks, events, deliveries } = await stageOf(database, 20);
  await open();
  const told = await events();
  await Promise.all([dispatch(told), dispatch(told), dispatch(told)]);
  await dispatch(told);
  await database.updateTable("events").set({ dispatched_at: null }).execute();
  await dispatch(told);
  expect((await deliveries()).map(({ webhook_id }) => webhook_id)).toEqual(hooks);
});

test("a dispatch that a crash interrupted goes on a minute later, where it was", async ({
  database,
}) => {
  const { ctx, page, open, hooks, events, deliveries } = await stageOf(database, 5);
  await open();
  const told = await events();
  const program = authorizeProgram(ctx);
  const event = (await beginDispatch(database, program, told[0]?.id ?? 0, wireNow())) as EventRow;
  const grant = await authorizeJob(ctx, page.id);
  if (!grant) throw new Error("no page");
  const add = (after: number) =>
    database
      .transaction()
      .execute((trx) => addDeliveries(trx, grant, event, { after, limit: 2, now: wireNow() }));
  expect(await add(0)).toEqual({ added: 2, last: hooks[1] });
  // What other specs left undone comes first.
  await database
    .updateTable("events")
    .set({ dispatched_at: wireNow() })
    .where("status_page_id", "<>", page.id)
    .execute();
  await resumeEvents();
  expect(await dispatchJobs(database, told)).toHaveLength(1);

  shiftClock(62_000);
  await resumeEvents();
  await resumeEvents();
  expect(await dispatchJobs(database, told)).toHaveLength(2);
  await dispatch(told);
  expect((await deliveries()).map(({ webhook_id }) => webhook_id)).toEqual(hooks);
  expect(await add(0)).toEqual({ added: 0, last: hooks[1] });
  expect(await add(hooks[3] ?? 0)).toEqual({ added: 0, last: null });
  expect((await events())[0]?.dispatched_at).not.toBeNull();
});

test("a consumer that fails keeps no other from hearing, and hears when it is asked again", async ({
  database,
}) => {
  const { ctx, open, events, deliveries } = await stageOf(database, 1);
  await open();
  await open();
  const told = await events();
  const ids = told.map(({ id }) => id);
  const heard: number[] = [];
  let isBroken = true;
  const other: Consumer = {
    name: "other",
    async addTargets(_trx, _grant, { id }) {
      if (isBroken) throw new Error("not now");
      heard.push(id);
      return null;
    },
  };
  const failure = await dispatchEvents(ctx, ids, [other, webhooks]).catch((error) => error);
  expect(failure).toBeInstanceOf(AggregateError);
  expect(failure.errors.map(({ message }: Error) => message)).toEqual(
    ids.map((id) => `event ${id} is not dispatched by other`),
  );
  expect([heard, (await deliveries()).length]).toEqual([[], 2]);
  isBroken = false;
  await dispatchEvents(ctx, ids, [other, webhooks]);
  await dispatchEvents(ctx, ids, [other, webhooks]);
  expect([heard, (await deliveries()).length]).toEqual([ids, 2]);
});

test("who hears is decided at the dispatch: webhooks deleted or disabled by then do not, those added by then do", async ({
  database,
}) => {
  const { ctx, page, open, hooks, events, deliveries } = await stageOf(database, 3);
  const [deleted = 0, disabled = 0, staying] = hooks;
  await open();
  await deleteWebhook(ctx, { ...page, webhook_id: deleted });
  const update = database.updateTable("webhooks").where("id", "=", disabled);
  await update.set({ enabled: false }).execute();
  const added = await mintWebhook(database, page.id, { events: ["incident.created"] });
  await dispatch(await events());
  const heard = (await deliveries()).map(({ webhook_id }) => webhook_id);
  expect(heard).toEqual([staying, added.id]);
});

test("listeners are told what was true when it happened; what is sent again says the same", async ({
  database,
}) => {
  const { ctx, page, hooks, open, events } = await stageOf(database, 1);
  const target = await open();
  await updateIncident(ctx, target, parseInput(UpdateIncident, { title: "Not down at all" }));
  await deleteIncident(ctx, target);
  await dispatch(await events());
  const webhook = { ...page, webhook_id: hooks[0] ?? 0 };
  const sent = async () => (await listDeliveries(ctx, webhook, { limit: 10 })).rows;
  const delivery = (await sent()).at(-1);
  expect(delivery?.payload).toMatchObject({
    event: "incident.created",
    data: { object: { title: "Down" } },
  });
  const again = await redeliver(ctx, { ...webhook, delivery_id: delivery?.id ?? 0 });
  expect(again.payload).toEqual(delivery?.payload);
  expect((await sent())[0]).toEqual(again);
});

test("the events of a page go with it", async ({ database }) => {
  const { id, ctx, page, open, events } = await stageOf(database, 1);
  await open();
  const told = await events();
  await deleteStatusPage(ctx, { ...page, organization_id: id });
  expect(await events()).toEqual([]);
  await dispatch(told);
});
