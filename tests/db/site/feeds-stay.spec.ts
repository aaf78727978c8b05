import fc from "fast-check";
import type { Db } from "#db/index.ts";
import { wrapperOf } from "#lib/api/body.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { deleteUpdate } from "#lib/incidents/change-update.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import { CreateIncident, PostUpdate } from "#lib/incidents/schema.ts";
import { DOT } from "#tests/support/browser/pictures.ts";
import { person } from "#tests/support/data/accounts.ts";
import { mintPast } from "#tests/support/data/feed-past.ts";
import {
  changesOfFeeds,
  type FeedChange,
  type Feeds,
  readFeeds,
} from "#tests/support/data/feeds.ts";
import { type Minted, mintOrganization } from "#tests/support/data/mint.ts";
import { type Ids, pathOf, sampleBody, sampleIds } from "#tests/support/data/samples.ts";
import { valuesOf } from "#tests/support/data/values.ts";
import { askHandlers } from "#tests/support/http/handlers.ts";
import { fieldsOf, type Operation, operations, requestOf } from "#tests/support/http/operations.ts";
import { isThorough, times } from "#tests/support/server/thorough.ts";
import { expect, test } from "#tests/support/test.ts";

type Changes = readonly FeedChange[];

/**
 * What operations do to feeds: those that say something or take it back, or hide something. With
 * `?items=incidents`, what is said moves the item of its incident.
 */
const OPERATIONS: Record<string, Changes> = {
  createIncident: ["adds"],
  publishIncidentDraft: ["adds"],
  publishOutage: ["adds"],
  updateIncident: ["revises"],
  deleteIncident: ["hides", "removes", "revises"],
  withdrawIncident: ["removes", "revises"],
  createIncidentUpdate: ["adds", "corrects", "moves", "revises"],
  updateIncidentUpdate: ["corrects", "revises"],
  // An incident of which nothing more is said is an item itself.
  deleteIncidentUpdate: ["adds", "corrects", "moves", "removes", "revises"],
  withdrawIncidentUpdate: ["corrects", "moves", "removes", "revises"],
  restoreIncidentUpdate: ["adds", "corrects", "moves", "revises"],
  createInfoNotice: ["adds"],
  updateInfoNotice: ["adds", "moves"],
  deleteInfoNotice: ["removes"],
  // What concerns only services that are hidden goes with it.
  deleteService: ["hides", "removes"],
  deleteStatusPage: ["hides"],
};

/** What single fields may do; all others do nothing. */
const FIELDS: Record<string, Record<string, Changes>> = {
  status_page: {
    draft: ["hides"],
    member_restricted: ["hides"],
    restricted_ips: ["hides"],
    feed_enabled: ["hides"],
    calendar_enabled: ["hides"],
    info_notices_enabled: ["removes"],
    history_limit_days: ["hides", "removes"],
  },
  service: { private: ["hides", "removes"] },
  incident: {
    title: ["revises"],
    translations: ["revises"],
    type: ["revises"],
    starts_at: ["revises"],
    ends_at: ["revises"],
    service_ids: ["adds", "removes", "revises"],
    impacts: ["revises"],
    updates: ["adds", "moves", "revises"],
  },
  update: {
    description: ["corrects", "revises"],
    translations: ["revises"],
    type: ["revises"],
    posted_at: ["moves", "revises"],
    service_ids: ["revises"],
  },
  // A feed of a service begins to tell of what concerns it now.
  info_notice: { featured_from: ["removes"], service_ids: ["adds"], updates: ["adds", "moves"] },
};

type World = { organization: Minted; ids: Ids; place: Parameters<typeof readFeeds>[1] };

async function worldOf(db: Db): Promise<World> {
  const organization = await mintOrganization(db);
  const ids = await sampleIds(db, organization);
  const service = Number(ids.service_id);
  const ping_url = "https://example.com";
  await db.updateTable("services").set({ ping_url }).where("id", "=", service).execute();
  return { organization, ids, place: await mintPast(db, organization.page, ids) };
}

/** An update that nobody has heard of yet. */
async function held(db: Db, { organization, ids }: World) {
  const ctx = person(db, organization.owner.id);
  const of = { ...organization.page, incident_id: Number(ids.incident_id) };
  const input = parseInput(PostUpdate, { description: "Being looked at", hold_seconds: 20 });
  const { id } = await postUpdate(ctx, of, input);
  return { ctx, target: { ...of, update_id: id } };
}

/** What some operations need before; the record that they act on. */
const BEFORE: Record<string, (db: Db, world: World) => Promise<Ids>> = {
  withdrawIncidentUpdate: async (db, world) => {
    const { target } = await held(db, world);
    return { update_id: target.update_id };
  },
  restoreIncidentUpdate: async (db, world) => {
    const { ctx, target } = await held(db, world);
    await deleteUpdate(ctx, target);
    return { update_id: target.update_id };
  },
  withdrawIncident: async (db, { organization, ids }) => {
    const incident = { title: "Down", type: "minor", service_ids: [Number(ids.service_id)] };
    const input = parseInput(CreateIncident, { ...incident, hold_seconds: 20 });
    const ctx = person(db, organization.owner.id);
    return { incident_id: (await createIncident(ctx, organization.page, input)).id };
  },
  confirmIncident: async (db, { ids }) => {
    const row = db.updateTable("incidents").set({ automation: "detected" });
    await row.where("id", "=", Number(ids.incident_id)).execute();
    return {};
  },
  createJoinLink: async (db, { organization }) => {
    const row = db.updateTable("status_pages").set({ member_restricted: true });
    await row.where("id", "=", organization.page.id).execute();
    return {};
  },
  rotateSubscriptionSecret: async (db, { ids }) => {
    const row = db.updateTable("subscriptions").set({ type: "webhook" });
    await row.where("id", "=", Number(ids.subscription_id)).execute();
    return {};
  },
};

/** Whether an item or event belongs to what an operation acts on. */
function isOf({ incident_id, info_notice_id }: Ids, id: string): boolean {
  const own = new RegExp(
    `/incidents/${incident_id}(#|$)|incident-${incident_id}@|/info_notices/${info_notice_id}(#|$)`,
  );
  return own.test(id);
}

const ORDER = ["POST", "PUT", "DELETE"];
const writes = operations
  .filter(({ method }) => ORDER.includes(method))
  .toSorted((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method));
const nameOf = ({ declaration }: Operation) => declaration.operation;
const isAlone = (operation: Operation) =>
  nameOf(operation) in OPERATIONS || nameOf(operation) in BEFORE;

const UPLOADS: Record<string, Buffer> = {
  uploadPicture: DOT,
  uploadStatusPageImage: DOT,
  createSubscriptionImport: Buffer.from("email\nreader@example.com\n"),
};

async function ask({ path, method, declaration }: Operation, ids: Ids, key: string) {
  const body = declaration.body ? sampleBody(declaration, method)(ids) : undefined;
  const sent = UPLOADS[declaration.operation] ?? body;
  return askHandlers(pathOf(path, ids), { method, key, body: sent });
}

/** Calls operations that say nothing; compares feeds after each or, sooner, after all of a method. */
class Silence {
  readonly found: unknown[] = [];
  readonly #db: Db;
  #world: World;
  #before: Feeds;
  #called: string[] = [];

  constructor(db: Db, world: World, before: Feeds) {
    this.#db = db;
    this.#world = world;
    this.#before = before;
  }

  async compare(): Promise<void> {
    const after = await readFeeds(this.#db, this.#world.place);
    const changes = changesOfFeeds(this.#before, after);
    if (changes.size > 0) this.found.push([this.#called, ...changes]);
    this.#before = after;
    this.#called = [];
  }

  async call(operation: Operation): Promise<void> {
    const attempt = () => ask(operation, this.#world.ids, this.#world.organization.owner.key);
    let answer = await attempt();
    if (answer.status >= 300) {
      // An earlier one took its name, or its record.
      await this.compare();
      this.#world = await worldOf(this.#db);
      this.#before = await readFeeds(this.#db, this.#world.place);
      answer = await attempt();
    }
    this.#called.push(nameOf(operation));
    expect(answer.status, `${nameOf(operation)}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    if (isThorough) await this.compare();
  }
}

test("no item of any feed is new, moves or goes by an operation that says nothing", async ({
  database,
}) => {
  const world = await worldOf(database);
  const before = await readFeeds(database, world.place);
  expect(await readFeeds(database, world.place, "de")).toEqual(before);
  const silence = new Silence(database, world, before);
  const quiet = writes.filter((each) => !isAlone(each));
  for (const [index, operation] of quiet.entries()) {
    await silence.call(operation);
    if (quiet[index + 1]?.method !== operation.method) await silence.compare();
  }
  expect(silence.found).toEqual([]);
});

for (const operation of writes.filter(isAlone)) {
  const name = nameOf(operation);
  const allowed = OPERATIONS[name] ?? [];

  test(`${name}: does to feeds what it says, and to nothing but its own`, async ({ database }) => {
    const world = await worldOf(database);
    const ids = { ...world.ids, ...(await BEFORE[name]?.(database, world)) };
    const before = await readFeeds(database, world.place);
    const { status, body } = await ask(operation, ids, world.organization.owner.key);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    const changes = changesOfFeeds(before, await readFeeds(database, world.place));
    expect([...changes.keys()].sort()).toEqual(allowed);
    for (const [change, touched] of changes)
      if (change !== "adds" && change !== "hides" && name !== "deleteService")
        for (const id of touched) expect(isOf(ids, id), `${change} ${id}`).toBe(true);
  });
}

const SEED = 31;

function bodiesOf(operation: Operation, ids: Ids): Map<string, object[]> {
  const wrapper = String(wrapperOf(operation.declaration.body));
  const fields = Object.entries(fieldsOf(requestOf(operation)));
  return new Map(
    fields.map(([name, schema]) => {
      const values = fc.sample(valuesOf(name, schema, ids), { seed: SEED, numRuns: times(1, 3) });
      return [name, values.map((value) => ({ [wrapper]: { [name]: value } }))];
    }),
  );
}

const records = writes.filter(
  ({ method, declaration: { body } }) =>
    method === "PUT" && body && (wrapperOf(body) ?? "") in FIELDS,
);

for (const operation of records) {
  const told = FIELDS[String(wrapperOf(operation.declaration.body))] ?? {};

  test(`${operation.declaration.operation}: each field does to feeds what it says, most do nothing`, async ({
    database,
  }) => {
    const { organization, ids, place } = await worldOf(database);
    const put = async (body: object) => {
      const ask = { method: "PUT", key: organization.owner.key, body };
      const { status } = await askHandlers(pathOf(operation.path, ids), ask);
      expect(status).toBeLessThan(500);
      return status;
    };
    const bodies = bodiesOf(operation, ids);
    const before = await readFeeds(database, place);
    for (const [name, values] of bodies)
      if (!told[name] && name !== "subdomain") for (const body of values) await put(body);
    expect([...changesOfFeeds(before, await readFeeds(database, place))]).toEqual([]);

    for (const [name, allowed] of Object.entries(told)) {
      const world = await worldOf(database);
      const [was, at] = [await readFeeds(database, world.place), pathOf(operation.path, world.ids)];
      for (const body of bodiesOf(operation, world.ids).get(name) ?? [])
        await askHandlers(at, { method: "PUT", key: world.organization.owner.key, body });
      const changes = changesOfFeeds(was, await readFeeds(database, world.place));
      for (const change of changes.keys()) expect(allowed, name).toContain(change);
    }
  });
}
