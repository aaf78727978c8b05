import type { Db } from "#db/index.ts";
import { authorizeJob } from "#lib/core/access/authorize.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { deleteSubscriptionGroup } from "#lib/incidents/groups/groups.ts";
import { setGroupsOf } from "#lib/incidents/groups/queries.ts";
import { createInfoNotice } from "#lib/incidents/info-notices/create.ts";
import { CreateInfoNotice } from "#lib/incidents/info-notices/schema.ts";
import { UpdateIncident } from "#lib/incidents/schema.ts";
import { updateIncident } from "#lib/incidents/update.ts";
import { readAudience } from "#lib/notifications/audience/audience.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeEach(async ({ database }) => {
  await installJobs().then(() => void database);
});

async function grouped(database: Db) {
  const room = await newsroom(database);
  const { id: group } = await database
    .insertInto("subscription_groups")
    .values({ status_page_id: room.page.id, name: "Partners" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const grant = await authorizeJob(room.ctx, room.page.id);
  if (!grant) throw new Error("no page");
  const [member, other] = [await room.subscribe(), await room.subscribe()];
  await database.transaction().execute((trx) => setGroupsOf(trx, grant, member.id, [group]));
  const told = async () => {
    await room.plan();
    return (await room.ledger()).map(({ subscription_id }) => subscription_id);
  };
  return { ...room, group, member, other, told };
}

test("what is addressed to groups is told to their members alone", async ({ database }) => {
  const room = await grouped(database);
  const addressed = { subscription_group_ids: [room.group] };
  const incident = await room.open(addressed);
  expect(incident).toMatchObject(addressed);
  const target = { ...room.page, incident_id: incident.id };
  expect((await readAudience(room.ctx, target)).total_count).toBe(1);
  expect(await room.told()).toEqual([room.member.id]);
  const input = { title: "New office", updates: [{ description: "We moved.", notify: true }] };
  const notice = parseInput(CreateInfoNotice, { ...input, ...addressed });
  expect(await createInfoNotice(room.ctx, room.page, notice)).toMatchObject(addressed);
  expect(await room.told()).toEqual([room.member.id, room.member.id]);
  await updateIncident(
    room.ctx,
    target,
    parseInput(UpdateIncident, { subscription_group_ids: [] }),
  );
  expect((await readAudience(room.ctx, target)).total_count).toBe(2);
});

test("a group that is gone lets nobody else hear, and what was addressed to it can be changed", async ({
  database,
}) => {
  const room = await grouped(database);
  const addressed = { subscription_group_ids: [room.group] };
  const { id: incident_id } = await room.open(addressed);
  const group = { ...room.page, subscription_group_id: room.group };
  await deleteSubscriptionGroup(room.ctx, group);
  expect(await room.told()).toEqual([]);
  const target = { ...room.page, incident_id };
  const update = (input: object) =>
    updateIncident(room.ctx, target, parseInput(UpdateIncident, input));
  await update({ title: "Slow", ...addressed });
  await expect(update({ subscription_group_ids: [999_999] })).rejects.toMatchObject({
    fields: { subscription_group_ids: [{ code: "unknown" }] },
  });
});
