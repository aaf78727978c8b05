import { parseInput } from "#lib/core/fields/validation.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { updateDraft } from "#lib/incidents/drafts/drafts.ts";
import { DraftFields } from "#lib/incidents/drafts/schema.ts";
import { CreateIncident } from "#lib/incidents/schema.ts";
import {
  confirmIncident,
  dismissOutage,
  listUnpublished,
  publishOutage,
} from "#lib/monitoring/automation/manage.ts";
import { resumeVerdicts } from "#lib/monitoring/automation/resume-verdicts.ts";
import { later, shiftClock, wireNow } from "#lib/platform/clock.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { watchedPage } from "#tests/support/data/monitored.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeAll(async ({ database }) => {
  await installJobs().then(() => void database);
});
test.afterEach(() => shiftClock(0));

const DRAFT = JSON.stringify({ mode: "draft", delay_minutes: null });

test("a draft is published by one tap, which confirms it, and still ends by itself", async ({
  database,
}) => {
  const { page, ctx, owner, watch, tell, incidents } = await watchedPage(database);
  const person = { ...ctx, actor: { kind: "user", user_id: owner.id, api_key_id: null } as const };
  const api = await watch("API", { publish_policy: DRAFT });
  await tell(api, false);
  const [waiting] = await listUnpublished(person, page);
  expect(waiting).toMatchObject({ state: "waiting", title: "API is down" });
  const target = { ...page, outage_id: waiting?.id ?? 0 };
  await publishOutage(person, target);
  await expect(publishOutage(person, target)).rejects.toMatchObject({ code: "conflict" });
  await expect(dismissOutage(person, target)).rejects.toMatchObject({ code: "conflict" });
  expect(await incidents()).toMatchObject([{ detected: null, ends_at: null }]);
  expect(await listUnpublished(person, page)).toEqual([]);
  await tell(api, true);
  const [ended] = await incidents();
  expect(ended?.ends_at).not.toBeNull();
});

test("what waits becomes as grave as the gravest service that joins it", async ({ database }) => {
  const { watch, tell, incidents, advance } = await watchedPage(database);
  const delayed = JSON.stringify({ mode: "delayed", delay_minutes: 2 });
  const parent_id = await watch("Shop", { monitoring: null });
  const fields = { parent_id, publish_policy: delayed };
  const search = await watch("Search", { ...fields, incident_type: "minor" });
  const pay = await watch("Payments", { ...fields, incident_type: "major" });
  await tell(search, false);
  await tell(pay, false);
  shiftClock(3 * 60_000);
  await advance();
  expect(await incidents()).toMatchObject([{ type: "major", service_ids: [search, pay] }]);
});

test("what is dismissed is never published, and what was edited is published as edited", async ({
  database,
}) => {
  const { page, ctx, watch, tell, incidents, advance } = await watchedPage(database);
  const delayed = JSON.stringify({ mode: "delayed", delay_minutes: 2 });
  const [api, web] = [
    await watch("API", { publish_policy: delayed }),
    await watch("Web", { publish_policy: delayed }),
  ];
  await tell(api, false);
  await tell(web, false);
  const [second, first] = await listUnpublished(ctx, page);
  await dismissOutage(ctx, { ...page, outage_id: first?.id ?? 0 });
  const draft = { ...page, incident_draft_id: second?.incident_draft_id ?? 0 };
  await updateDraft(ctx, draft, parseInput(DraftFields, { title: "The web is down" }));
  shiftClock(3 * 60_000);
  await advance();
  expect(await incidents()).toMatchObject([{ title: "The web is down", service_ids: [web] }]);
  await tell(api, true);
  await tell(api, false);
  expect(await listUnpublished(ctx, page)).toHaveLength(1);
});

test("a confirmation takes the words off and leaves the end to monitoring", async ({
  database,
}) => {
  const { page, ctx, owner, watch, tell, incidents } = await watchedPage(database);
  const person = { ...ctx, actor: { kind: "user", user_id: owner.id, api_key_id: null } as const };
  const api = await watch("API");
  await tell(api, false);
  const [opened] = await incidents();
  const target = { ...page, incident_id: opened?.id ?? 0 };
  await confirmIncident(person, target);
  await confirmIncident(person, target);
  expect(await incidents()).toMatchObject([{ detected: null, ends_at: null }]);
  await tell(api, true);
  const [ended] = await incidents();
  expect(ended?.ends_at).not.toBeNull();
});

test("during a maintenance of a service above nothing opens and nobody hears; after it, what is still down does", async ({
  database,
}) => {
  const { page, ctx, watch, tell, apply, incidents, events } = await watchedPage(database);
  const shop = await watch("Shop", { monitoring: null });
  const paused = { parent_id: shop, pause_monitoring_during_maintenances: true };
  const cart = await watch("Cart", paused);
  const now = wireNow();
  const ends_at = later(now, 60);
  const times = { starts_at: later(now, -600), ends_at };
  const input = { title: "Upgrade", type: "scheduled", service_ids: [shop], ...times };
  await createIncident(ctx, page, parseInput(CreateIncident, input));
  await tell(cart, false, later(now, -300));
  expect((await incidents()).map(({ type }) => type)).toEqual(["scheduled"]);
  expect(await events()).toEqual(["incident.created"]);
  shiftClock(90_000);
  await resumeVerdicts();
  await apply(cart);
  const [, opened] = await incidents();
  expect(opened).toMatchObject({ type: "major", starts_at: ends_at, service_ids: [cart] });
});

test("a page that is locked during maintenances opens nothing while any of them runs", async ({
  database,
}) => {
  for (const locked_when_maintenance of [true, false]) {
    const settings = { locked_when_maintenance };
    const { page, ctx, watch, tell, incidents } = await watchedPage(database, { settings });
    const other = await watch("Billing", { monitoring: null });
    const now = wireNow();
    const times = { starts_at: later(now, -600), ends_at: later(now, 60) };
    const input = { title: "Upgrade", type: "scheduled", service_ids: [other], ...times };
    await createIncident(ctx, page, parseInput(CreateIncident, input));
    await tell(await watch("API"), false);
    const opened = locked_when_maintenance ? [] : ["major"];
    expect((await incidents()).map(({ type }) => type)).toEqual(["scheduled", ...opened]);
  }
});

test("what waits is not published while a maintenance silences it", async ({ database }) => {
  const { page, ctx, watch, tell, incidents, advance } = await watchedPage(database);
  const publish_policy = JSON.stringify({ mode: "delayed", delay_minutes: 1 });
  const api = await watch("API", { publish_policy, pause_monitoring_during_maintenances: true });
  await tell(api, false);
  const now = wireNow();
  const times = { starts_at: now, ends_at: later(now, 300) };
  const input = { title: "Upgrade", type: "scheduled", service_ids: [api], ...times };
  await createIncident(ctx, page, parseInput(CreateIncident, input));
  shiftClock(120_000);
  await advance();
  expect(await incidents()).toHaveLength(1);
  shiftClock(360_000);
  await advance();
  expect(await incidents()).toHaveLength(2);
});

test("an incident of a hidden service names nothing that visitors see", async ({ database }) => {
  const { watch, tell, incidents } = await watchedPage(database);
  const shop = await watch("Shop", { monitoring: null });
  const fields = { parent_id: shop, parent_incident_type: "major" } as const;
  const secret = await watch("Secret", { ...fields, private: true });
  const open = await watch("Open", fields);
  await tell(secret, false);
  await tell(open, false);
  expect((await incidents()).map(({ service_ids }) => service_ids)).toEqual([
    [secret],
    [shop, open],
  ]);
});

test("what people say of a service already is not said again", async ({ database }) => {
  const { page, ctx, watch, tell, incidents } = await watchedPage(database);
  const api = await watch("API");
  const input = { title: "API fails", type: "major", service_ids: [api] };
  await createIncident(ctx, page, parseInput(CreateIncident, input));
  await tell(api, false);
  await tell(api, true);
  expect(await incidents()).toMatchObject([{ title: "API fails", ends_at: null }]);
});
