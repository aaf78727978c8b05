import { readFindings } from "#lib/api/findings/read.ts";
import { deleteService } from "#lib/incidents/delete-service.ts";
import { confirmIncident } from "#lib/monitoring/automation/manage.ts";
import { resumeVerdicts } from "#lib/monitoring/automation/resume-verdicts.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { watchedPage } from "#tests/support/data/monitored.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeAll(async ({ database }) => {
  await installJobs().then(() => void database);
});

const CLOSED = "We no longer monitor the affected services, so this incident is closed.";

test("switching monitoring off closes the incident that it alone reported, and says why", async ({
  database,
}) => {
  const { watch, tell, apply, incidents, events, set } = await watchedPage(database);
  const off = await watch("Off");
  const addressless = await watch("Addressless", { ping_url: "https://a.example" });
  const silent = await watch("Silent", {
    monitoring: "webhook",
    heartbeat: JSON.stringify({ period_s: 60, grace_s: 0 }),
  });
  const moved = await watch("Moved", {
    monitoring: "webhook",
    webhook_monitoring_service: "uptime-robot",
  });
  await tell(off, false);
  await tell(addressless, false);
  await tell(silent, false, undefined, "heartbeat");
  await tell(moved, false, undefined, "webhook");
  await set(off, { monitoring: null });
  await set(addressless, { ping_url: null });
  await set(silent, { heartbeat: null });
  await set(moved, { webhook_monitoring_service: "status-cake" });
  for (const id of [off, addressless, silent, moved]) await apply(id);
  const all = await incidents();
  expect(all.map(({ ends_at }) => ends_at !== null)).toEqual([true, true, true, true]);
  expect(all[0]?.updates[0]).toMatchObject({
    type: "resolved",
    description: CLOSED,
    translations: { de: { description: expect.stringContaining("überwachen") } },
  });
  const { length } = (await events()).filter((name) => name === "service.monitored_status.updated");
  expect(length).toBe(4);
});

test("what still watches, or is asked at another address, keeps its incident open", async ({
  database,
}) => {
  const { watch, tell, apply, incidents, set } = await watchedPage(database);
  const api = await watch("API", { ping_url: "https://a.example" });
  await tell(api, false);
  await set(api, { ping_url: "https://b.example", heartbeat: null, auto_incident: false });
  await apply(api);
  expect(await incidents()).toMatchObject([{ ends_at: null }]);
  await tell(api, true);
  expect((await incidents())[0]?.ends_at).not.toBeNull();
});

test("an incident that somebody confirmed is left to people when monitoring is switched off", async ({
  database,
}) => {
  const { page, ctx, owner, watch, tell, apply, incidents, set } = await watchedPage(database);
  const person = { ...ctx, actor: { kind: "user", user_id: owner.id, api_key_id: null } as const };
  const api = await watch("API", { ping_url: "https://a.example" });
  await tell(api, false);
  const [opened] = await incidents();
  await confirmIncident(person, { ...page, incident_id: opened?.id ?? 0 });
  await set(api, { monitoring: null });
  await apply(api);
  expect(await incidents()).toMatchObject([{ ends_at: null }]);
  const found = async () => (await readFindings(person, page)).map(({ kind }) => kind);
  expect(await found()).toEqual(["incident_unwatched"]);
  await set(api, { monitoring: "internal" });
  await tell(api, false);
  await tell(api, true);
  expect(await incidents()).toMatchObject([{ ends_at: null }]);
  expect(await found()).toEqual(["incident_over"]);
});

test("of several services that are down together, the last one watched decides when it ends, and nobody says that the others are up", async ({
  database,
}) => {
  const { watch, tell, apply, incidents, set } = await watchedPage(database);
  const parent_id = await watch("Shop", { monitoring: null });
  const [cart, pay] = [await watch("Cart", { parent_id }), await watch("Pay", { parent_id })];
  await tell(cart, false);
  await tell(pay, false);
  await set(cart, { monitoring: null });
  await apply(cart);
  expect(await incidents()).toMatchObject([{ ends_at: null }]);
  await tell(pay, true);
  const [closed] = await incidents();
  expect(closed?.ends_at).not.toBeNull();
  expect(closed?.updates[0]).toMatchObject({ type: "resolved", description: CLOSED });
});

test("a confirmed incident is left to people though all that is still watched is up again", async ({
  database,
}) => {
  const { page, ctx, owner, watch, tell, apply, incidents, set } = await watchedPage(database);
  const person = { ...ctx, actor: { kind: "user", user_id: owner.id, api_key_id: null } as const };
  const parent_id = await watch("Shop", { monitoring: null });
  const names = ["Cart", "Pay", "Search"];
  const [cart = 0, pay = 0, search = 0] = await Promise.all(
    names.map((name) => watch(name, { parent_id })),
  );
  for (const id of [cart, pay, search]) await tell(id, false);
  const [opened] = await incidents();
  await confirmIncident(person, { ...page, incident_id: opened?.id ?? 0 });
  // Of what was up by then, switching off says nothing.
  await tell(search, true);
  await set(search, { monitoring: null });
  await apply(search);
  await set(cart, { monitoring: null });
  await apply(cart);
  await tell(pay, true);
  expect(await incidents()).toMatchObject([{ ends_at: null }]);
});

test("what waits to be published never is, once nothing watches it", async ({ database }) => {
  const { watch, tell, apply, incidents, outages, advance, set } = await watchedPage(database);
  const publish_policy = JSON.stringify({ mode: "delayed", delay_minutes: 0 });
  const api = await watch("API", { publish_policy });
  await tell(api, false);
  await set(api, { monitoring: null });
  await apply(api);
  await advance();
  expect(await incidents()).toEqual([]);
  expect(await outages()).toMatchObject([{ state: "dismissed", draft_id: null }]);
});

test("an incident of a service that is deleted closes without a claim that it is up", async ({
  database,
}) => {
  const { page, ctx, watch, tell, incidents, advance } = await watchedPage(database);
  const api = await watch("API");
  await tell(api, false);
  await deleteService(ctx, { ...page, service_id: api });
  await resumeVerdicts();
  await advance();
  const [closed] = await incidents();
  expect(closed?.updates[0]).toMatchObject({ type: "resolved", description: CLOSED });
});
