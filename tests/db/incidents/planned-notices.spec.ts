import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { createInfoNotice } from "#lib/incidents/info-notices/create.ts";
import { deleteInfoNotice } from "#lib/incidents/info-notices/delete.ts";
import { getInfoNotice, listInfoNotices } from "#lib/incidents/info-notices/read.ts";
import { CreateInfoNotice, UpdateInfoNotice } from "#lib/incidents/info-notices/schema.ts";
import { updateInfoNotice } from "#lib/incidents/info-notices/update.ts";
import { readEventFacts } from "#lib/notifications/event-facts.ts";
import { later, shiftClock, wireNow } from "#lib/platform/clock.ts";
import { loadNotice } from "#lib/site/snapshot/records.ts";
import { readSnapshot } from "#lib/site/snapshot/snapshot.ts";
import { dispatchJobs, eventsOf } from "#tests/support/data/events.ts";
import { systemGrant, visitorGrant } from "#tests/support/data/incidents.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const DAY = 86_400;
const TEXT = "A new sign-in page.";

test.afterEach(() => shiftClock(0));

/** A notice that is to be featured tomorrow, and what of it can be seen. */
async function planned(db: Db) {
  const { page } = await mintOrganization(db);
  const ctx = systemContext(db, "test");
  const visitor: Context = { ...ctx, actor: { kind: "visitor" } };
  const featured_from = later(wireNow(), DAY);
  const updates = [{ description: TEXT, notify: true }];
  const input = parseInput(CreateInfoNotice, { title: "Soon", featured_from, updates });
  const { id: info_notice_id } = await createInfoNotice(ctx, page, input);
  const target = { subdomain: page.subdomain, info_notice_id };
  const seenBy = async (who: Context) => {
    const { rows } = await listInfoNotices(who, page, { limit: 10 });
    const single = await getInfoNotice(who, target).catch(() => null);
    return [rows.length, single?.title ?? null];
  };
  const grant = await systemGrant(db, page.subdomain);
  const events = async () => {
    const all = await eventsOf(db, page.id);
    return all.filter(({ withdrawn_at }) => withdrawn_at === null);
  };
  return {
    ...{ page, featured_from, events },
    forOperators: () => seenBy(ctx),
    forVisitors: async () => {
      const { notices } = await readSnapshot(db, await visitorGrant(db, page.subdomain));
      const opened = await loadNotice(visitor, target).catch(() => null);
      return [...(await seenBy(visitor)), notices.length, opened?.notice.title ?? null];
    },
    told: async () => {
      const [event] = await events();
      return event && (await readEventFacts(db, grant, event))?.update?.description;
    },
    put: (fields: object) => updateInfoNotice(ctx, target, parseInput(UpdateInfoNotice, fields)),
    remove: () => deleteInfoNotice(ctx, target),
  };
}

test("until it is featured a notice exists for operators only", async ({ database }) => {
  const { forOperators, forVisitors } = await planned(database);
  expect(await forOperators()).toEqual([1, "Soon"]);
  expect(await forVisitors()).toEqual([0, null, 0, null]);
  shiftClock((DAY + 5) * 1_000);
  expect(await forVisitors()).toEqual([1, "Soon", 1, "Soon"]);
});

test("nobody is told of a notice until it is featured, and then as it is", async ({ database }) => {
  const { events, featured_from, told, put } = await planned(database);
  const [first] = await events();
  expect(first).toMatchObject({ due_at: featured_from, inserted_at: featured_from });
  const earlier = later(wireNow(), 3_600);
  const updates = [{ description: "It moved.", notify: true }];
  await put({ featured_from: earlier, updates });
  const announced = await events();
  expect(announced).toMatchObject([{ event: "info_notice.created", due_at: earlier }]);
  expect(announced[0]?.news_update_ids).toHaveLength(2);
  expect(await dispatchJobs(database, announced)).toMatchObject([{ run_at: earlier }]);
  expect(await told()).toBe("It moved.");
});

test("of a notice that is deleted before it is featured nobody ever hears", async ({
  database,
}) => {
  const { events, remove } = await planned(database);
  await remove();
  expect(await events()).toEqual([]);
});

test("a notice that is featured at once is told at once, and so is its deletion", async ({
  database,
}) => {
  const { events, put, remove } = await planned(database);
  await put({ featured_from: wireNow() });
  await remove();
  const all = await events();
  expect(all.map(({ event, due_at }) => [event, due_at <= wireNow()])).toEqual([
    ["info_notice.created", true],
    ["info_notice.deleted", true],
  ]);
});
