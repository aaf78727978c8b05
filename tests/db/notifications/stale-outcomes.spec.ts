import { authorizeJob } from "#lib/core/access/authorize.ts";
import { claimNotifications, writeOutcomes } from "#lib/notifications/ledger.queries.ts";
import { senders } from "#lib/notifications/send-batch.ts";
import { outcomeOf, postponed } from "#lib/notifications/sending/outcomes.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { delivered } from "#lib/platform/verdict.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeAll(async ({ database }) => {
  await installJobs().then(() => void database);
  allowPrivateTargets(true);
});
test.afterAll(async () => {
  await senders.stop();
  allowPrivateTargets(false);
});

test("who says STOP while a message to them is under way is not written to again", async ({
  database,
  receiver,
}) => {
  const room = await newsroom(database);
  const { id } = await room.subscribe({ type: "webhook", webhook_url: receiver.url });
  const stopped = {
    quarantined_at: wireNow(),
    quarantined_until: "9999-01-01T00:00:00",
    quarantine_kind: "unwanted",
    quarantine_reason: "replied STOP",
  } as const;
  receiver.answer = async (response) => {
    await database.updateTable("subscriptions").set(stopped).where("id", "=", id).execute();
    response.writeHead(204).end();
  };
  await room.open();
  await room.plan();
  await room.send();
  expect(await room.counts()).toMatchObject({ handed_over: 1 });
  const { quarantine_kind } = await database
    .selectFrom("subscriptions")
    .select("quarantine_kind")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(quarantine_kind).toBe("unwanted");
});

test("a process that took too long does not open what another one is sending, but may say that it arrived", async ({
  database,
}) => {
  const room = await newsroom(database);
  await room.subscribe();
  await room.open();
  await room.plan();
  const grant = await authorizeJob(room.ctx, room.page.id);
  if (!grant) throw new Error("no page");
  const now = wireNow();
  const claim = async (until: string) => {
    const asked = { channel: "email", due_at: now, now, until } as const;
    const [row] = await claimNotifications(database, grant, asked, 1);
    if (!row) throw new Error("nothing was claimed");
    return row;
  };
  const slow = await claim(now);
  await claim(later(now, 90));
  const write = (outcome: Parameters<typeof writeOutcomes>[2][number]) =>
    database.transaction().execute((trx) => writeOutcomes(trx, grant, [outcome], now));
  expect(await write(postponed(slow, now, "its destination is busy"))).toBe(0);
  expect(await room.ledger()).toMatchObject([{ claimed_until: later(now, 90), attempts: 2 }]);
  expect(await write(outcomeOf(slow, delivered("250"), { opens_at_ms: 0, random: 0 }))).toBe(1);
  expect(await room.ledger()).toMatchObject([{ state: "handed_over" }]);
});
