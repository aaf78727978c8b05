import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { editUpdate } from "#lib/incidents/change-update.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { publishDraft } from "#lib/incidents/drafts/publish.ts";
import { createInfoNotice } from "#lib/incidents/info-notices/create.ts";
import { CreateInfoNotice, UpdateInfoNotice } from "#lib/incidents/info-notices/schema.ts";
import { updateInfoNotice } from "#lib/incidents/info-notices/update.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import { CreateIncident, EditUpdate, PostUpdate, UpdateIncident } from "#lib/incidents/schema.ts";
import { updateIncident } from "#lib/incidents/update.ts";
import { later, secondsBetween, wireNow } from "#lib/platform/clock.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const HOUR = 3_600;
const TEXT = { description: "Said" };
const inFuture = () => later(wireNow(), 2 * HOUR);
/** A little fast, as clocks are. */
const skewed = () => later(wireNow(), 30);

async function doors(db: Db) {
  const { page } = await mintOrganization(db);
  const service = await mintService(db, page.id);
  const ctx = systemContext(db, "test");
  const create = async (incident: object) => {
    const whole = { title: "Down", type: "major", service_ids: [service], ...incident };
    return createIncident(ctx, page, parseInput(CreateIncident, whole));
  };
  const notice = async (fields: object) =>
    createInfoNotice(ctx, page, parseInput(CreateInfoNotice, { title: "News", ...fields }));
  const { id: incident_id, updates } = await create({ updates: [TEXT] });
  const { id: info_notice_id } = await notice({ updates: [TEXT] });
  const of = { subdomain: page.subdomain, incident_id };
  const update_id = updates[0]?.id ?? 0;
  return {
    create,
    put: async (input: object) => updateIncident(ctx, of, parseInput(UpdateIncident, input)),
    post: async (input: object) => postUpdate(ctx, of, parseInput(PostUpdate, input)),
    edit: async (input: object) =>
      editUpdate(ctx, { ...of, update_id }, parseInput(EditUpdate, input)),
    notice,
    putNotice: async (input: object) => {
      const target = { subdomain: page.subdomain, info_notice_id };
      return updateInfoNotice(ctx, target, parseInput(UpdateInfoNotice, input));
    },
    publish: async (fields: object) => {
      const draft = { title: "Down", type: "major", service_ids: [service], ...fields };
      const { id } = await db
        .insertInto("incident_drafts")
        .values({ status_page_id: page.id, fields: JSON.stringify(draft) })
        .returning("id")
        .executeTakeFirstOrThrow();
      return publishDraft(ctx, { subdomain: page.subdomain, incident_draft_id: id });
    },
  };
}

test("nobody speaks in the future, at whichever door", async ({ database }) => {
  const { create, put, post, edit, notice, putNotice, publish } = await doors(database);
  const ahead = () => ({ ...TEXT, posted_at: inFuture() });
  const calls: [path: string, () => Promise<unknown>][] = [
    ["updates.0.posted_at", () => create({ updates: [ahead()] })],
    ["updates.0.posted_at", () => put({ updates: [ahead()] })],
    ["updates.0.posted_at", () => publish({ updates: [ahead()] })],
    ["posted_at", () => post(ahead())],
    ["posted_at", () => post({ ...ahead(), type: "resolved" })],
    ["posted_at", () => edit({ posted_at: inFuture() })],
    ["updates.0.posted_at", () => notice({ updates: [ahead()] })],
    ["updates.0.posted_at", () => putNotice({ updates: [ahead()] })],
    ["starts_at", () => create({ starts_at: inFuture() })],
    ["starts_at", () => put({ starts_at: inFuture() })],
    ["starts_at", () => publish({ starts_at: inFuture() })],
  ];
  for (const [path, call] of calls) {
    const values = { minutes: 120, now: expect.any(String) };
    const fields = { [path]: [{ code: "in_future", values }] };
    await expect(call()).rejects.toMatchObject({ code: "invalid", fields });
  }
});

test("an end, a plan and a promise may lie ahead", async ({ database }) => {
  const { create, put, post } = await doors(database);
  const ends_at = inFuture();
  expect(await put({ ends_at })).toMatchObject({ ends_at });
  expect(await post({ ...TEXT, next_update_at: ends_at })).toMatchObject({
    next_update_at: ends_at,
  });
  const starts_at = later(ends_at, -HOUR);
  expect(await create({ type: "scheduled", starts_at, ends_at })).toMatchObject({ starts_at });
});

test("what a clock says that is a little fast is said now", async ({ database }) => {
  const { create, put, post } = await doors(database);
  const isNow = (time: string) => Math.abs(secondsBetween(time, wireNow())) < 20;
  const update = { ...TEXT, type: "issue", posted_at: skewed() };
  const { id, starts_at, updates } = await create({ starts_at: skewed(), updates: [update] });
  expect([id > 0, isNow(starts_at), isNow(updates[0]?.posted_at ?? "")]).toEqual([
    true,
    true,
    true,
  ]);
  expect(isNow((await put({ starts_at: skewed() })).starts_at)).toBe(true);
  const { posted_at } = await post({ description: "More", type: "update", posted_at: skewed() });
  expect(isNow(posted_at)).toBe(true);
  const sent = { description: "More", type: "update", posted_at: skewed() };
  const again = await put({ updates: [sent] });
  expect(again.updates.filter(({ description }) => description === "More")).toHaveLength(1);
});
