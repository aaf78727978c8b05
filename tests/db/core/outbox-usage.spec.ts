import { deliverMessage, enqueueMessage } from "#lib/core/outbox/messages.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import type { Outcome } from "#lib/platform/http/provider-calls.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { expect, test } from "#tests/support/test.ts";

test("a message counts by the way it left; one for nobody does not count", async ({
  database,
  organization: { page },
}) => {
  await installJobs();
  const outcomes: Outcome[] = [
    { outcome: "delivered" },
    { outcome: "delivered", channel: "webhook" },
    { outcome: "needless" },
    { outcome: "never_again", reason: "refused" },
  ];
  for (const outcome of outcomes) {
    const expires_at = later(wireNow(), 600);
    const message = { kind: "test", status_page_id: page.id, params: {}, expires_at };
    await database.transaction().execute((trx) => enqueueMessage(trx, message));
    const { id } = await database
      .selectFrom("outbox")
      .select("id")
      .where("status_page_id", "=", page.id)
      .executeTakeFirstOrThrow();
    await deliverMessage(systemContext(database, "test"), id, { test: async () => outcome });
  }
  const counted = await database
    .selectFrom("message_counts")
    .select(["channel", "count"])
    .where("status_page_id", "=", page.id)
    .orderBy("channel")
    .execute();
  expect(counted).toEqual([
    { channel: "email", count: 1 },
    { channel: "webhook", count: 1 },
  ]);
});
