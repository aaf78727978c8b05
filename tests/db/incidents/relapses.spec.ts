import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { editUpdate } from "#lib/incidents/change-update.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import { getIncident } from "#lib/incidents/read.ts";
import { CreateIncident, EditUpdate, PostUpdate, UpdateIncident } from "#lib/incidents/schema.ts";
import { updateIncident } from "#lib/incidents/update.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { readSnapshot } from "#lib/site/snapshot/snapshot.ts";
import { visitorGrant } from "#tests/support/data/incidents.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const HOUR = 3_600;
const ago = (hours: number) => later(wireNow(), -hours * HOUR);

async function open(db: Db) {
  const { page } = await mintOrganization(db);
  const service = await mintService(db, page.id);
  const ctx = systemContext(db, "test");
  const at = (incident_id: number) => ({ subdomain: page.subdomain, incident_id });
  return {
    page,
    create: (incident: object) => {
      const whole = { title: "Down", type: "major", service_ids: [service], ...incident };
      return createIncident(ctx, page, parseInput(CreateIncident, whole));
    },
    say: (id: number, type: string, hours: number) => {
      const update = { type, description: type, posted_at: ago(hours) };
      return postUpdate(ctx, at(id), parseInput(PostUpdate, update));
    },
    edit: (id: number, update_id: number, update: object) =>
      editUpdate(ctx, { ...at(id), update_id }, parseInput(EditUpdate, update)),
    put: (id: number, incident: object) =>
      updateIncident(ctx, at(id), parseInput(UpdateIncident, incident)),
    get: (id: number) => getIncident(ctx, at(id)),
    snapshot: async () => readSnapshot(db, await visitorGrant(db, page.subdomain)),
  };
}

test("a relapse opens the incident again, and its service is down again", async ({ database }) => {
  const { create, say, get, snapshot } = await open(database);
  const { id } = await create({ starts_at: ago(5) });
  await say(id, "resolved", 4);
  expect((await snapshot()).state).toBeNull();
  await say(id, "update", 3);
  expect((await get(id)).ends_at).not.toBeNull();
  await say(id, "investigating", 0);
  expect((await get(id)).ends_at).toBeNull();
  const { state, incidents, recent } = await snapshot();
  expect([state?.severity, incidents.map((one) => one.id)]).toEqual(["major", [id]]);
  expect(recent.incidents).toEqual([]);
});

test("what is recorded as over stays over, whatever text comes with it", async ({ database }) => {
  const { create, put, say } = await open(database);
  const over = { starts_at: ago(5), ends_at: ago(4) };
  const { id, ends_at } = await create({ ...over, updates: [{ description: "It was down." }] });
  expect(ends_at).toBe(over.ends_at);
  expect((await put(id, { title: "Was down" })).ends_at).toBe(over.ends_at);
  await say(id, "monitoring", 1);
  const earlier = ago(2);
  const updates = [{ type: "identified", description: "Found." }];
  expect((await put(id, { ends_at: earlier, updates })).ends_at).toBe(earlier);
});

test("an incident taken over with its updates, the newest first, ended when they say", async ({
  database,
}) => {
  const { create } = await open(database);
  const said = (type: string, hours: number) => ({
    type,
    description: type,
    posted_at: ago(hours),
  });
  const updates = [said("resolved", 1), said("issue", 3), said("resolved", 4), said("issue", 5)];
  const { ends_at } = await create({ starts_at: ago(5), updates });
  expect(ends_at).toBe(updates[0]?.posted_at);
});

test("an update added to what a client read back and sends again opens the incident", async ({
  database,
}) => {
  const { create, say, get, put } = await open(database);
  const { id } = await create({ starts_at: ago(5) });
  await say(id, "resolved", 4);
  const { ends_at, updates } = await get(id);
  const more = { type: "issue", description: "Down again." };
  expect((await put(id, { ends_at, updates: [...updates, more] })).ends_at).toBeNull();
});

test("an incident that was to last longer is over once it is resolved", async ({ database }) => {
  const { create, say, get, snapshot } = await open(database);
  const { id } = await create({ starts_at: ago(1), ends_at: ago(-2) });
  expect((await snapshot()).state?.severity).toBe("major");
  const { posted_at } = await say(id, "resolved", 0);
  expect((await get(id)).ends_at).toBe(posted_at);
  expect((await snapshot()).state).toBeNull();
});

test("a maintenance starts after its planned end only once it has a new one", async ({
  database,
}) => {
  const { create, say, put, get, edit } = await open(database);
  const planned = { type: "scheduled", starts_at: ago(2), ends_at: ago(1) };
  const { id } = await create(planned);
  const refused = { code: "invalid", fields: { type: [{ code: "starts_after_end" }] } };
  await expect(say(id, "started", 0)).rejects.toMatchObject(refused);
  await expect(say(id, "essential", 0)).rejects.toMatchObject(refused);
  const said = await say(id, "update", 0);
  await expect(edit(id, said.id, { type: "started" })).rejects.toMatchObject(refused);
  const first = { ...planned, updates: [{ type: "started", description: "Now" }] };
  await expect(create(first)).rejects.toMatchObject({
    fields: { "updates.0.type": [{ code: "starts_after_end" }] },
  });
  await put(id, { ends_at: ago(-1), updates: [{ type: "started", description: "Now" }] });
  const { starts_at, ends_at } = await get(id);
  expect(starts_at > planned.ends_at && ends_at !== null && ends_at > starts_at).toBe(true);
});
