import { systemContext } from "#lib/core/request/context.ts";
import type { DeliveryFilter } from "#lib/notifications/webhook-deliveries/log.queries.ts";
import {
  getLoggedDelivery,
  listLoggedDeliveries,
} from "#lib/notifications/webhook-deliveries/log.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { mintDelivery, mintWebhook } from "#tests/support/data/webhooks.ts";
import { expect, test } from "#tests/support/test.ts";

test("the log has the deliveries of all webhooks of the page, narrowed and newest first", async ({
  database,
  organization: { page },
}) => {
  const ctx = systemContext(database, "test");
  const first = await mintWebhook(database, page.id);
  const second = await mintWebhook(database, page.id, { url: "https://other.example.com/" });
  const now = wireNow();
  const old = await mintDelivery(database, page.id, first.id, { inserted_at: later(now, -7_200) });
  const waiting = await mintDelivery(database, page.id, first.id, { state: "pending" });
  const other = await mintDelivery(database, page.id, second.id);
  const attempt = {
    attempted_at: now,
    status: 500,
    duration_ms: 12,
    answer: "no",
    error: null,
  };
  await database
    .updateTable("webhook_deliveries")
    .set({ attempts: JSON.stringify([{ ...attempt, status: 502 }, attempt]), state: "failed" })
    .where("id", "=", other)
    .execute();
  const ids = async (filter: DeliveryFilter) => {
    const { rows, total_count } = await listLoggedDeliveries(ctx, page, { limit: 9 }, filter);
    expect(total_count).toBe(rows.length);
    return rows.map(({ id }) => id);
  };
  expect(await ids({})).toEqual([other, waiting, old]);
  expect(await ids({ webhook_id: first.id })).toEqual([waiting, old]);
  expect(await ids({ state: "failed" })).toEqual([other]);
  expect(await ids({ event: "webhook.test" })).toEqual([]);
  expect(await ids({ event: "incident.created", to: later(now, -60) })).toEqual([old]);
  expect(await ids({ from: later(now, -60) })).toEqual([other, waiting]);

  const { rows } = await listLoggedDeliveries(ctx, page, { limit: 1 }, {});
  expect(rows[0]).toMatchObject({ url: "https://other.example.com/", attempts_count: 2 });
  expect(rows[0]?.last_attempt).toEqual(attempt);
  const whole = await getLoggedDelivery(ctx, { ...page, delivery_id: other });
  expect(whole).toMatchObject({ payload: { event: "incident.created" }, attempts: [{}, attempt] });
});

test("the log tells nothing of another page", async ({ database, organization: { page } }) => {
  const ctx = systemContext(database, "test");
  const stranger = (await mintOrganization(database)).page;
  const { id } = await mintWebhook(database, stranger.id);
  const delivery_id = await mintDelivery(database, stranger.id, id);
  expect((await listLoggedDeliveries(ctx, page, { limit: 9 }, { webhook_id: id })).rows).toEqual(
    [],
  );
  await expect(getLoggedDelivery(ctx, { ...page, delivery_id })).rejects.toMatchObject({
    code: "not_found",
  });
});
