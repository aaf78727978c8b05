import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { deleteUpdate, editUpdate, restoreUpdate } from "#lib/incidents/change-update.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { deleteService } from "#lib/incidents/delete-service.ts";
import { deriveCourses } from "#lib/incidents/derive-courses.ts";
import { createDraft } from "#lib/incidents/drafts/drafts.ts";
import { publishDraft } from "#lib/incidents/drafts/publish.ts";
import { DraftFields } from "#lib/incidents/drafts/schema.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import { getIncident, listIncidents } from "#lib/incidents/read.ts";
import {
  CreateIncident,
  EditUpdate,
  type Incident,
  PostUpdate,
  UpdateIncident,
} from "#lib/incidents/schema.ts";
import { createIncidentType, updateIncidentType } from "#lib/incidents/types/incident-types.ts";
import { CreateIncidentType, UpdateIncidentType } from "#lib/incidents/types/schema.ts";
import { updateIncident } from "#lib/incidents/update.ts";
import { later, secondsBetween, wireNow } from "#lib/platform/clock.ts";

import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const HOUR = 3_600;

async function open(db: Db, settings: Record<string, unknown> = {}) {
  const { page } = await mintOrganization(db, { settings });
  const services = [await mintService(db, page.id), await mintService(db, page.id)] as const;
  const [cards, mail] = services;
  const secret = await mintService(db, page.id, { private: true });
  const ctx = systemContext(db, "test");
  const visitor = { ...ctx, actor: { kind: "visitor" } as const };
  const now = wireNow();
  const ago = (hours: number) => later(now, -hours * HOUR);
  const at = (incident_id: number) => ({ subdomain: page.subdomain, incident_id });
  const create = async (incident: object) => {
    const whole = { title: "Down", type: "major", service_ids: [cards], ...incident };
    return createIncident(ctx, page, parseInput(CreateIncident, whole));
  };
  return {
    ...{ page, ctx, visitor, cards, mail, secret, ago, at, create },
    say: (id: number, type: string, hours: number, more: object = {}) => {
      const update = { type, description: type, posted_at: ago(hours), ...more };
      return postUpdate(ctx, at(id), parseInput(PostUpdate, update));
    },
    put: async (id: number, incident: object) =>
      updateIncident(ctx, at(id), parseInput(UpdateIncident, incident)),
    get: (id: number) => getIncident(ctx, at(id)),
    /** As `major 5 → 4`: the hours ago of start and end. */
    lines: ({ impacts }: Incident, of: number) => {
      const hours = (time: string | null) =>
        time === null ? "" : secondsBetween(time, now) / HOUR;
      return impacts
        .filter(({ service_id }) => service_id === of)
        .map(({ type, starts_at, ends_at }) => `${type} ${hours(starts_at)} → ${hours(ends_at)}`);
    },
  };
}

test("a record says which service suffered how much from when to when", async ({ database }) => {
  const { create, say, get, lines, cards, mail, ago, visitor, page } = await open(database);
  const { id, impacts } = await create({ starts_at: ago(9), service_ids: [cards, mail] });
  expect(impacts.map(({ service_id }) => service_id)).toEqual([cards, mail]);
  await say(id, "deescalate", 8);
  await say(id, "update", 7, { service_ids: [cards] });
  await say(id, "resolved", 6);
  await say(id, "investigating", 3);
  const found = await get(id);
  expect(lines(found, cards)).toEqual(["major 9 → 8", "minor 8 → 6", "minor 3 → "]);
  expect(lines(found, mail)).toEqual(["major 9 → 8", "minor 8 → 7"]);
  expect(found).toMatchObject({
    ...{ type: "minor", service_ids: [cards], ends_at: null, reopened_at: ago(3) },
  });
  expect(found.updates.map(({ service_ids }) => service_ids)).toEqual([null, null, [cards], null]);
  const { rows } = await listIncidents(visitor, page, { limit: 10 }, {});
  expect(rows).toEqual([{ ...found, updates: found.updates }]);
});

test("services of an open incident change when they are set, those of a closed one throughout", async ({
  database,
}) => {
  const { create, say, put, lines, cards, mail, ago } = await open(database);
  const { id } = await create({ starts_at: ago(5), service_ids: [cards, mail] });
  const less = await put(id, { service_ids: [cards] });
  expect(less.service_ids).toEqual([cards]);
  const [, taken] = less.impacts;
  expect([taken?.service_id, taken?.starts_at]).toEqual([mail, ago(5)]);
  expect(taken?.ends_at && secondsBetween(ago(0), taken.ends_at)).toBeLessThan(60);
  await say(id, "resolved", 0);
  const corrected = await put(id, { service_ids: [mail] });
  expect(lines(corrected, mail)).toEqual(["major 5 → 0"]);
  expect(lines(corrected, cards)).toEqual([]);
});

test("an update that is edited, deleted or restored changes the course with it", async ({
  database,
}) => {
  const { create, say, get, lines, cards, mail, ago, at, ctx } = await open(database);
  const { id } = await create({ starts_at: ago(5), type: "minor" });
  const { id: update_id } = await say(id, "escalate", 3, { service_ids: [cards, mail] });
  const target = { ...at(id), update_id };
  const edit = (update: object) => editUpdate(ctx, target, parseInput(EditUpdate, update));
  await edit({ posted_at: ago(4) });
  expect(lines(await get(id), cards)).toEqual(["minor 5 → 4", "major 4 → "]);
  expect(lines(await get(id), mail)).toEqual(["major 4 → "]);
  await deleteUpdate(ctx, target);
  expect(await get(id)).toMatchObject({ type: "minor", service_ids: [cards] });
  expect(lines(await get(id), cards)).toEqual(["minor 5 → "]);
  await restoreUpdate(ctx, target);
  expect(lines(await get(id), mail)).toEqual(["major 4 → "]);
  await edit({ service_ids: null });
  expect((await get(id)).service_ids).toEqual([cards]);
});

test("an exact record is kept, and the incident's own fields follow from it", async ({
  database,
}) => {
  const { ctx, page, put, get, lines, cards, mail, ago, create } = await open(database);
  const impacts = [
    { service_id: cards, type: "major", starts_at: ago(9), ends_at: ago(7) },
    { service_id: cards, type: "minor", starts_at: ago(7), ends_at: ago(6) },
    { service_id: mail, type: "minor", starts_at: ago(8), ends_at: ago(5) },
  ];
  const fields = { title: "Down", impacts };
  const created = await createIncident(ctx, page, parseInput(CreateIncident, fields));
  const follow = { type: "minor", starts_at: ago(9), ends_at: ago(5) };
  expect(created).toMatchObject({ ...follow, service_ids: [cards, mail] });
  expect(lines(created, cards)).toEqual(["major 9 → 7", "minor 7 → 6"]);
  const again = await put(created.id, await get(created.id));
  expect(again.impacts).toEqual(created.impacts);
  const title = { ...(await get(created.id)), title: "Was down", service_ids: [mail] };
  expect((await put(created.id, title)).service_ids).toEqual([mail]);

  const { id } = await create({ starts_at: ago(3) });
  const lasting = { service_id: mail, type: "minor", starts_at: ago(2), ends_at: null };
  expect(await put(id, { impacts: [lasting] })).toMatchObject({
    ...{ type: "minor", starts_at: ago(2), ends_at: null, service_ids: [mail] },
    impacts: [lasting],
  });
  const draft = await createDraft(ctx, page, parseInput(DraftFields, fields));
  const { id: incident_draft_id } = draft;
  expect(draft.impacts).toEqual(impacts);
  const published = await publishDraft(ctx, { ...page, incident_draft_id });
  expect(published.impacts).toEqual(created.impacts);
});

test("an exact record says that it is one, and the impacts follow from the updates again when asked", async ({
  database,
}) => {
  const { create, say, put, get, lines, cards, mail, ago } = await open(database);
  const { id, impacts_follow_updates } = await create({ starts_at: ago(9) });
  expect(impacts_follow_updates).toBe(true);
  await say(id, "deescalate", 8);
  const record = { service_id: mail, type: "major", starts_at: ago(7), ends_at: null };
  expect(await put(id, { impacts: [record] })).toMatchObject({
    ...{ impacts_follow_updates: false, impacts: [record] },
  });
  await say(id, "resolved", 5);
  const unchanged = await put(id, { ...(await get(id)), impacts_follow_updates: null });
  expect(lines(unchanged, mail)).toEqual(["major 7 → 5"]);
  expect(await put(id, { impacts_follow_updates: false })).toEqual(unchanged);
  const following = await put(id, { impacts_follow_updates: true });
  expect(following).toMatchObject({ impacts_follow_updates: true, service_ids: [cards] });
  expect(lines(following, cards)).toEqual(["major 9 → 8", "minor 8 → 5"]);
  const both = await put(id, { ...following, impacts: [record], type: null, service_ids: null });
  expect(both).toMatchObject({ impacts_follow_updates: false });
});

test("an exact record that contradicts itself or what is sent with it is refused, and says where", async ({
  database,
}) => {
  const { create, put, cards, mail, secret, ago } = await open(database);
  const first = { service_id: cards, type: "major", starts_at: ago(9), ends_at: ago(7) };
  const second = { service_id: mail, type: "minor", starts_at: ago(8), ends_at: null };
  const refused: [second: object, field: string, code: string, more?: object][] = [
    [{ service_id: cards }, "impacts.1.starts_at", "overlaps"],
    [{ ends_at: ago(9) }, "impacts.1.ends_at", "ends_before_start"],
    [{ starts_at: ago(-1) }, "impacts.1.starts_at", "in_future"],
    [{ service_id: secret + 1_000_000 }, "impacts", "unknown"],
    [{ type: "slow" }, "impacts.1.type", "not_one_of"],
    [{ type: "scheduled" }, "impacts.1.type", "wrong_kind"],
    [{ type: null }, "impacts.1.type", "blank"],
    [{}, "ends_at", "contradicts_impacts", { ends_at: ago(6) }],
    [{}, "type", "contradicts_impacts", { type: "scheduled" }],
    [{}, "service_ids", "contradicts_impacts", { service_ids: [cards] }],
  ];
  const { id } = await create({ starts_at: ago(1), service_ids: [secret] });
  const { id: planned } = await create({
    ...{ type: "scheduled", starts_at: ago(-1), ends_at: ago(-2) },
  });
  for (const [change, field, code, more] of refused) {
    const impacts = [first, { ...second, ...change }];
    const fields = { [field]: [{ code }] };
    const error = expect.objectContaining({ code: "invalid" });
    const sent = { ...{ type: undefined, service_ids: undefined }, impacts, ...more };
    const answers = [() => create(sent), () => put(id, { impacts, ...more })];
    for (const answer of answers) {
      await expect(answer()).rejects.toEqual(error);
      await expect(answer()).rejects.toMatchObject({ fields });
    }
  }
  await expect(put(planned, { impacts: [first] })).rejects.toMatchObject({
    fields: { type: [{ code: "wrong_kind" }] },
  });
});

test("services that do not exist are named neither by an update nor by a change of one", async ({
  database,
}) => {
  const { create, say, ctx, at, cards, ago } = await open(database);
  const service_ids = [cards, cards + 1_000_000];
  const updates = [{ description: "Down", service_ids }];
  const unknown = (field: string) => ({ fields: { [field]: [{ code: "unknown" }] } });
  await expect(create({ updates })).rejects.toMatchObject(unknown("updates.0.service_ids"));
  const { id } = await create({ starts_at: ago(5) });
  await expect(say(id, "update", 1, { service_ids })).rejects.toMatchObject(unknown("service_ids"));
  const { id: update_id } = await say(id, "update", 1);
  const edit = parseInput(EditUpdate, { service_ids });
  await expect(editUpdate(ctx, { ...at(id), update_id }, edit)).rejects.toMatchObject(
    unknown("service_ids"),
  );
});

test("visitors read only of services that they see", async ({ database }) => {
  const { create, say, cards, secret, ago, at, visitor } = await open(database);
  const { id } = await create({ starts_at: ago(5), service_ids: [cards, secret] });
  await say(id, "update", 4, { service_ids: [secret, cards] });
  const seen = await getIncident(visitor, at(id));
  expect(seen.impacts.map(({ service_id }) => service_id)).toEqual([cards]);
  expect(seen.updates[0]?.service_ids).toEqual([cards]);
});

test("a type's new base severity is that of its impacts, also where another type followed", async ({
  database,
}) => {
  const { create, say, ctx, page, ago } = await open(database, {
    custom_incident_types_enabled: true,
  });
  const fields = { key: "slow", name: "Slow", base_severity: "minor" };
  const type = await createIncidentType(ctx, page, parseInput(CreateIncidentType, fields));
  const { id } = await create({ type: "slow", starts_at: ago(5) });
  await say(id, "escalate", 4);
  const change = parseInput(UpdateIncidentType, { base_severity: "major" });
  await updateIncidentType(ctx, { ...page, incident_type_id: type.id }, change);
  const rows = await database
    .selectFrom("incident_impacts")
    .select(["type", "severity"])
    .where("incident_id", "=", id)
    .orderBy("starts_at")
    .execute();
  expect(rows).toEqual([
    { type: "slow", severity: "major" },
    { type: "major", severity: "major" },
  ]);
});

test("a service that was deleted is left out when the course is derived anew", async ({
  database,
}) => {
  const { create, say, get, ctx, page, cards, mail, ago } = await open(database);
  const { id } = await create({ starts_at: ago(5), service_ids: [cards, mail] });
  await say(id, "update", 4, { service_ids: [mail] });
  await deleteService(ctx, { ...page, service_id: mail });
  await say(id, "deescalate", 3);
  expect(await get(id)).toMatchObject({ service_ids: [] });
  await say(id, "update", 2, { service_ids: [cards] });
  expect((await get(id)).service_ids).toEqual([cards]);
});

test("incidents from before there were courses get theirs, and answer as before", async ({
  database,
}) => {
  const { create, say, get, page, cards, ago } = await open(database);
  const { id } = await create({ starts_at: ago(9) });
  await say(id, "deescalate", 8);
  await say(id, "resolved", 7);
  await say(id, "issue", 2);
  const { updated_at: _, ...expected } = await get(id);
  const one = { service_id: cards, type: "minor", severity: "minor" } as const;
  await database.deleteFrom("incident_impacts").where("incident_id", "=", id).execute();
  await database
    .insertInto("incident_impacts")
    .values({ status_page_id: page.id, incident_id: id, ...one, starts_at: ago(9) })
    .execute();
  const { declared } = await database
    .selectFrom("incidents")
    .select("declared")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { service_ids: __, ...old } = declared as { service_ids: unknown };
  await database
    .updateTable("incidents")
    .set({ declared: JSON.stringify(old), reopened_at: null })
    .where("id", "=", id)
    .execute();
  expect(await get(id)).toMatchObject({ type: "minor", service_ids: [cards], ends_at: null });
  await deriveCourses({ status_page_id: page.id });
  expect(await get(id)).toMatchObject(expected);
  await deriveCourses({ status_page_id: page.id });
  expect(await get(id)).toMatchObject(expected);
});
