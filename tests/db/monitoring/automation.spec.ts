import { parseInput } from "#lib/core/fields/validation.ts";
import { deleteIncident } from "#lib/incidents/delete.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import { PostUpdate } from "#lib/incidents/schema.ts";
import { later, secondsBetween, shiftClock, wireNow } from "#lib/platform/clock.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { watchedPage } from "#tests/support/data/monitored.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeAll(async ({ database }) => {
  await installJobs().then(() => void database);
});
test.afterEach(() => shiftClock(0));

const MINUTE = 60;

function ago(seconds: number): string {
  return later(wireNow(), -seconds);
}

test("a service that goes down opens one incident from its first failure on, and ends it when up", async ({
  database,
}) => {
  const { watch, tell, apply, incidents, events } = await watchedPage(database);
  const api = await watch("API");
  await tell(api, true);
  const since = ago(20);
  await tell(api, false, since);
  await Promise.all([apply(api), apply(api)]);
  const [incident] = await incidents();
  expect(incident).toMatchObject({
    title: "API is down",
    type: "major",
    starts_at: since,
    ends_at: null,
    service_ids: [api],
    detected: "automatic",
    affects_uptime: true,
    translations: { de: { title: "API ist ausgefallen" } },
    updates: [{ type: "issue", description: "Our checks of API are failing." }],
  });
  const up = wireNow();
  await tell(api, true, up);
  await apply(api);
  const [ended, ...others] = await incidents();
  expect(others).toEqual([]);
  expect(ended).toMatchObject({ ends_at: up, detected: "automatic" });
  expect(ended?.updates.map(({ type }) => type)).toEqual(["resolved", "issue"]);
  expect(await events()).toEqual([
    "service.monitored_status.updated",
    "service.monitored_status.updated",
    "incident.created",
    "service.monitored_status.updated",
    "incident.updated",
  ]);
});

test("without auto_incident, and of what is unknown, nothing is opened", async ({ database }) => {
  const { watch, tell, incidents, events } = await watchedPage(database);
  const quiet = await watch("Quiet", { auto_incident: false });
  await tell(quiet, false);
  await tell(quiet, null);
  const unknown = await watch("Unknown");
  await tell(unknown, null);
  expect(await incidents()).toEqual([]);
  expect(await events()).toEqual(["service.monitored_status.updated"]);
});

test("a second failing service of one parent joins the incident, which ends when all are up", async ({
  database,
}) => {
  const { watch, tell, incidents } = await watchedPage(database);
  const parent = await watch("Shop", { monitoring: null });
  const fields = {
    parent_id: parent,
    parent_incident_type: "minor",
    incident_type: "minor",
  } as const;
  const cart = await watch("Cart", fields);
  const pay = await watch("Payments", { parent_id: parent });
  const other = await watch("Elsewhere");
  await tell(cart, false);
  await tell(pay, false);
  await tell(other, false);
  const [joined, apart] = await incidents();
  expect(joined?.service_ids).toEqual([parent, cart, pay]);
  expect(joined?.updates.map(({ type }) => type)).toEqual(["escalate", "issue"]);
  expect(joined?.type).toBe("major");
  expect(apart?.service_ids).toEqual([other]);
  await tell(cart, true);
  expect((await incidents())[0]?.ends_at).toBeNull();
  await tell(cart, false);
  await tell(cart, true);
  await tell(pay, true);
  const [ended, open, ...more] = await incidents();
  expect(ended?.ends_at).not.toBeNull();
  expect(ended?.updates).toHaveLength(3);
  expect(open?.ends_at).toBeNull();
  expect(more).toEqual([]);
});

test("what a person changed, ended or deleted is theirs: nothing is added to it or resolved", async ({
  database,
}) => {
  const { page, owner, ctx, watch, tell, incidents } = await watchedPage(database);
  const person = { ...ctx, actor: { kind: "user", user_id: owner.id, api_key_id: null } as const };
  const parent = await watch("Shop", { monitoring: null });
  const cart = await watch("Cart", { parent_id: parent });
  const pay = await watch("Payments", { parent_id: parent });
  await tell(cart, false);
  const [first] = await incidents();
  const target = { ...page, incident_id: first?.id ?? 0 };
  const say = (type: string) =>
    postUpdate(person, target, parseInput(PostUpdate, { type, description: "We know." }));
  await say("identified");
  await tell(pay, false);
  await tell(cart, true);
  await tell(pay, true);
  const [theirs, ...none] = await incidents();
  expect(none).toEqual([]);
  expect(theirs).toMatchObject({ ends_at: null, service_ids: [cart], detected: null });
  expect(theirs?.updates).toHaveLength(2);
  await tell(cart, false);
  await say("resolved");
  expect(await incidents()).toHaveLength(1);
  await tell(pay, false);
  const [, own] = await incidents();
  expect(own?.service_ids).toEqual([pay]);
  await deleteIncident(person, { ...page, incident_id: own?.id ?? 0 });
  await tell(pay, true);
  expect(await incidents()).toHaveLength(1);
});

test("an incident with a delay is published after it, not before, and never when all was up first", async ({
  database,
}) => {
  const { page, watch, tell, incidents, outages, advance } = await watchedPage(database);
  const policy = JSON.stringify({ mode: "delayed", delay_minutes: 5 });
  const api = await watch("API", { publish_policy: policy });
  const brief = await watch("Brief", { publish_policy: policy });
  await tell(api, false);
  await tell(brief, false);
  await tell(brief, true);
  await advance();
  expect(await incidents()).toEqual([]);
  shiftClock(6 * MINUTE * 1_000);
  await advance();
  await advance();
  expect(await incidents()).toMatchObject([{ service_ids: [api], detected: "automatic" }]);
  expect((await outages()).map(({ state }) => state)).toEqual(["published", "recovered"]);
  const drafts = database.selectFrom("incident_drafts").select("id");
  expect(await drafts.where("status_page_id", "=", page.id).execute()).toEqual([]);
});

test("a service that joins an outage suffers for its own time, and its parent for the whole", async ({
  database,
}) => {
  const { watch, tell, incidents } = await watchedPage(database);
  const parent = await watch("Region", { monitoring: null });
  const named = { parent_id: parent, parent_incident_type: "minor" } as const;
  const [first, second] = [await watch("F0", named), await watch("F1", named)];
  const began = ago(1_000);
  const after = (seconds: number) => later(began, seconds);
  await tell(first, false, began);
  await tell(second, false, after(400));
  await tell(second, true, after(402));
  const seconds = async (id: number) => {
    const [incident] = await incidents();
    return incident?.impacts
      .filter(({ service_id }) => service_id === id)
      .map(({ starts_at, ends_at }) => ends_at && secondsBetween(starts_at, ends_at));
  };
  expect(await seconds(second)).toEqual([2]);
  const [incident] = await incidents();
  expect(incident?.service_ids).toEqual([parent, first]);
  await tell(second, false, after(700));
  await tell(second, true, after(710));
  expect(await seconds(second)).toEqual([2, 10]);
  await tell(first, true);
  const [ended] = await incidents();
  const whole = secondsBetween(began, ended?.ends_at ?? began);
  expect(await seconds(first)).toEqual([whole]);
  expect(await seconds(parent)).toEqual([whole]);
  expect(ended?.updates.map(({ type }) => type)).toEqual(["resolved", "update", "issue"]);
});
