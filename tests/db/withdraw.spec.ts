import { shiftClock } from "#lib/clock.ts";
import { systemContext } from "#lib/context.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { withdrawIncident } from "#lib/incidents/delete.ts";
import { withdrawPost } from "#lib/incidents/delete-update.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import { getIncident } from "#lib/incidents/read.ts";
import { CreateIncident, PostUpdate } from "#lib/incidents/schema.ts";
import { parseInput } from "#lib/validation.ts";
import { dispatch, stageOf } from "#tests/support/events.ts";
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
