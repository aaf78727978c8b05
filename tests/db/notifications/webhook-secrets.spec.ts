import { readFileSync } from "node:fs";
import { join } from "node:path";
import { systemContext } from "#lib/core/request/context.ts";
import { pruneWebhookDeliveries } from "#lib/notifications/webhook-deliveries/prune-webhook-deliveries.ts";
import { rotateSecret } from "#lib/notifications/webhooks/rotate-secret.ts";
import { DAY_SECONDS, later, shiftClock, wireNow } from "#lib/platform/clock.ts";
import { ROOT } from "#tests/support/code/sources.ts";
import { isGenuine, mintDelivery } from "#tests/support/data/webhooks.ts";
import { pending } from "#tests/support/db/due-deliveries.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { test as base, expect } from "#tests/support/test.ts";

base.beforeAll(() => allowPrivateTargets(true));
base.afterAll(() => allowPrivateTargets(false));
base.afterEach(() => shiftClock(0));

type Call = { headers: Record<string, unknown>; body: string };

const test = base.extend<{
  hook: Awaited<ReturnType<typeof pending>> & {
    rotate: () => ReturnType<typeof rotateSecret>;
    /** Delivers an event. */
    call: () => Promise<Call>;
    stored: () => Promise<string[]>;
  };
}>({
  hook: async ({ database, receiver }, use) => {
    const known = await pending(database, receiver);
    const { page, webhook, attempt } = known;
    await attempt();
    const target = { subdomain: page.subdomain, webhook_id: webhook.id };
    await use({
      ...known,
      rotate: () => rotateSecret(systemContext(database, "test"), target),
      call: async () => {
        const nth = receiver.received.length + 1;
        await mintDelivery(database, page.id, webhook.id, { state: "pending" });
        await attempt();
        return receiver.nth(nth);
      },
      stored: async () => {
        const { earlier_secrets } = await database
          .selectFrom("webhooks")
          .select("earlier_secrets")
          .where("id", "=", webhook.id)
          .executeTakeFirstOrThrow();
        return (earlier_secrets as { sealed: string }[]).map(({ sealed }) => sealed);
      },
    });
  },
});

const signaturesIn = ({ headers }: Call) => String(headers["webhook-signature"]).split(" ");

/** The receiver that docs/webhooks.md shows. */
async function documented(): Promise<typeof isGenuine> {
  const text = readFileSync(join(ROOT, "docs/webhooks.md"), "utf8");
  const [, code = ""] = /```js\n(.*?)```/s.exec(text) ?? [];
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)).isGenuine;
}

test("for a day a rotated secret is as good as its successor, also for the receiver that the documents show", async ({
  hook: { webhook, rotate, call },
}) => {
  const isGenuineThere = await documented();
  const { secret, earlier_secret_until } = await rotate();
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(secret).not.toBe(webhook.secret);
  expect(earlier_secret_until > later(wireNow(), DAY_SECONDS - 60)).toBe(true);
  const both = await call();
  expect(signaturesIn(both)).toEqual([
    expect.stringMatching(/^v1,[\w+/]{43}=$/),
    expect.stringMatching(/^v1,[\w+/]{43}=$/),
  ]);
  for (const one of [webhook.secret, secret])
    for (const check of [isGenuine, isGenuineThere])
      expect(check(one, both.headers as never, both.body)).toBe(true);
  const stranger = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
  expect(isGenuineThere(stranger, both.headers as never, both.body)).toBe(false);
  expect(isGenuineThere(secret, both.headers as never, `${both.body} `)).toBe(false);

  shiftClock((DAY_SECONDS + 1) * 1_000);
  const after = await call();
  expect(signaturesIn(after)).toHaveLength(1);
  expect(isGenuine(secret, after.headers as never, after.body)).toBe(true);
});

test("a second rotation ends no secret before its day is over", async ({
  hook: { webhook, rotate, call },
}) => {
  const first = await rotate();
  shiftClock(3_600_000);
  const second = await rotate();
  const sent = await call();
  const known = [second.secret, first.secret, webhook.secret];
  expect(known.map((one) => isGenuine(one, sent.headers as never, sent.body))).toEqual([
    true,
    true,
    true,
  ]);
  for (let count = 2; count < 5; count++) await rotate();
  await expect(rotate()).rejects.toMatchObject({ code: "invalid" });
  shiftClock((DAY_SECONDS + 1) * 1_000);
  await rotate();
});

test("what ended is not kept, nor told in the audit log", async ({
  database,
  hook: { page, rotate, stored, audited },
}) => {
  const { secret } = await rotate();
  await pruneWebhookDeliveries();
  expect(await stored()).toHaveLength(1);
  shiftClock((DAY_SECONDS + 1) * 1_000);
  await pruneWebhookDeliveries();
  expect(await stored()).toEqual([]);
  const entries = await audited();
  expect(entries).toMatchObject([{ action: "webhook.rotate_secret" }]);
  expect(JSON.stringify(entries)).not.toContain(secret.slice(6));
  const rows = await database
    .selectFrom("webhooks")
    .selectAll()
    .where("status_page_id", "=", page.id)
    .execute();
  expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
});

test("a secret that cannot be opened any more is replaced by a rotation", async ({
  database,
  hook: { webhook, rotate, call },
}) => {
  await database
    .updateTable("webhooks")
    .set({ secret_sealed: "AAAA" })
    .where("id", "=", webhook.id)
    .execute();
  const { secret } = await rotate();
  const sent = await call();
  expect(signaturesIn(sent)).toHaveLength(1);
  expect(isGenuine(secret, sent.headers as never, sent.body)).toBe(true);
});
