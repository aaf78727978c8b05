import { authorizeJob } from "#lib/core/access/authorize.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { pruneWebhookDeliveries } from "#lib/notifications/webhook-deliveries/prune-webhook-deliveries.ts";
import { DAY_SECONDS, shiftClock } from "#lib/platform/clock.ts";
import { createSubscription, updateSubscription } from "#lib/subscribers/change.ts";
import { rotateOwnSecret, rotateSubscriptionSecret } from "#lib/subscribers/rotate-secret.ts";
import { CreateSubscription, UpdateSubscription } from "#lib/subscribers/schema.ts";
import { manageTokens } from "#lib/subscribers/tokens.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { visitor } from "#tests/support/data/subscribers.ts";
import { isGenuine } from "#tests/support/data/webhooks.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { test as base, expect } from "#tests/support/test.ts";

base.beforeAll(() => allowPrivateTargets(true));
base.afterAll(() => allowPrivateTargets(false));
base.afterEach(() => shiftClock(0));

const test = base.extend<{ hook: Awaited<ReturnType<typeof subscribed>> }>({
  hook: async ({ database, receiver }, use) => use(await subscribed(database, receiver)),
});

type Given = Parameters<Parameters<typeof base>[2]>[0];

async function subscribed(database: Given["database"], receiver: Given["receiver"]) {
  const room = await newsroom(database);
  const { page, ctx } = room;
  const input = { type: "webhook", webhook_url: receiver.url, filter: "all" };
  const made = await createSubscription(ctx, page, parseInput(CreateSubscription, input));
  const target = { ...page, subscription_id: made.id };
  const grant = await authorizeJob(ctx, page.id);
  if (!grant) throw new Error("no page");
  const token = (await manageTokens(database, grant, [made.id])).get(made.id) ?? "";
  return {
    ...room,
    target,
    first: made.secret ?? "",
    rotate: () => rotateSubscriptionSecret(ctx, target),
    rotateOwn: () => rotateOwnSecret(visitor(database), { ...page, token }),
    /** Which secrets sign the next notification. */
    signedBy: async (secrets: readonly string[]) => {
      const nth = receiver.received.length + 1;
      await room.open();
      await room.plan();
      await room.send();
      const { headers, body } = await receiver.nth(nth);
      return secrets.map((secret) => isGenuine(secret, headers as never, body));
    },
  };
}

test("for a day a subscribed webhook's rotated secret is as good as its successor", async ({
  hook: { first, rotate, rotateOwn, signedBy },
}) => {
  const { secret, earlier_secret_until } = await rotate();
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(earlier_secret_until).toBeTruthy();
  const own = await rotateOwn();
  expect(await signedBy([first, secret, own])).toEqual([true, true, true]);
  shiftClock((DAY_SECONDS + 1) * 1_000);
  expect(await signedBy([first, secret, own])).toEqual([false, false, true]);
});

test("rotated secrets of subscriptions are forgotten, told in no log, and end with their address", async ({
  database,
  receiver,
  hook: { page, ctx, target, first, rotate, signedBy },
}) => {
  const stored = () =>
    database
      .selectFrom("subscriptions")
      .select("earlier_secrets")
      .where("id", "=", target.subscription_id)
      .executeTakeFirstOrThrow();
  const { secret } = await rotate();
  const moved = await updateSubscription(
    ctx,
    target,
    parseInput(UpdateSubscription, { webhook_url: `${receiver.url}/new` }),
  );
  expect(await signedBy([first, secret, moved.secret ?? ""])).toEqual([false, false, true]);
  await rotate();
  shiftClock((DAY_SECONDS + 1) * 1_000);
  await pruneWebhookDeliveries();
  expect(await stored()).toEqual({ earlier_secrets: [] });
  const entries = await database
    .selectFrom("audit_log")
    .select(["action", "changes"])
    .where("status_page_id", "=", page.id)
    .execute();
  expect(entries.map(({ action }) => action)).toContain("subscription.rotate_secret");
  expect(JSON.stringify(entries)).not.toContain(secret.slice(6));
});

test("only webhooks have a secret that can be rotated", async ({
  hook: { ctx, page, subscribe },
}) => {
  const { id } = await subscribe();
  await expect(
    rotateSubscriptionSecret(ctx, { ...page, subscription_id: id }),
  ).rejects.toMatchObject({ code: "invalid", fields: { type: [{ code: "invalid" }] } });
});
