import { parseInput } from "#lib/core/fields/validation.ts";
import { releaseSubscription, undoRelease } from "#lib/notifications/quarantine.ts";
import { resendNotification } from "#lib/notifications/resend.ts";
import { getIntegrationHealth } from "#lib/pages/integrations/health.ts";
import { sealSecrets } from "#lib/pages/integrations/secrets.ts";
import { now, shiftClock, toWire } from "#lib/platform/clock.ts";
import { updateSubscription } from "#lib/subscribers/change.ts";
import { UpdateSubscription } from "#lib/subscribers/schema.ts";
import { mintIntegration } from "#tests/support/data/integrations.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { expect, mails, test } from "#tests/support/stand-ins/relay-test.ts";
import { TWILIO_NUMBERS, twilioProtocol } from "#tests/support/stand-ins/senders.ts";
import { StandIn } from "#tests/support/stand-ins/stand-in.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NO_SUCH_USER = { at: "RCPT TO", code: 550, text: "5.1.1 no such user" } as const;

test.beforeAll(() => allowPrivateTargets(true));
test.afterAll(() => allowPrivateTargets(false));

test("what was handed over is sent again once, on demand, and counts each attempt", async ({
  database,
}) => {
  const room = await newsroom(database);
  const { id, email } = await room.subscribe();
  await room.subscribe();
  await room.open();
  await room.plan();
  await room.send();
  const [first] = (await room.ledger()).filter(({ subscription_id }) => subscription_id === id);
  const target = { ...room.page, event_id: first?.event_id ?? 0, subscription_id: id };
  await resendNotification(room.ctx, target);
  expect(await room.counts()).toMatchObject({ planned: 2, waiting: 1, handed_over: 1 });
  await room.send();
  expect(await room.counts()).toMatchObject({ planned: 2, handed_over: 2 });
  expect(mails.to(email)).toHaveLength(2);
  expect(mails.came).toHaveLength(3);
  const again = (await room.ledger()).find(({ subscription_id }) => subscription_id === id);
  expect(again).toMatchObject({ attempts: 2, state: "handed_over", id: first?.id });
  const { changes } = await database
    .selectFrom("audit_log")
    .select("changes")
    .where("subject", "=", `notification:${first?.id}`)
    .executeTakeFirstOrThrow();
  expect(changes).toMatchObject({ subscription_id: id, was: "handed_over", attempts: 1 });
});

test("an operator has sent what was too late, but nothing of more than a week ago", async ({
  database,
}) => {
  const room = await newsroom(database);
  const { id, email } = await room.subscribe();
  await room.open();
  await room.plan();
  shiftClock(2 * DAY_MS);
  await room.send();
  const [late] = await room.ledger();
  expect(late).toMatchObject({ state: "withdrawn", reason: "too late", attempts: 0 });
  const target = { ...room.page, event_id: late?.event_id ?? 0, subscription_id: id };
  await resendNotification(room.ctx, target);
  await room.send();
  expect(mails.to(email)).toHaveLength(1);
  shiftClock(8 * DAY_MS);
  await expect(resendNotification(room.ctx, target)).rejects.toMatchObject({
    fields: { base: [{ code: "too_late" }] },
  });
  const { page } = await mintOrganization(database);
  await expect(resendNotification(room.ctx, { ...target, ...page })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("sending again to a dead address ends its quarantine; so does its release, which can be undone", async ({
  database,
}) => {
  const room = await newsroom(database);
  const { id, email } = await room.subscribe();
  const target = { ...room.page, subscription_id: id };
  const until = async () =>
    (
      await database
        .selectFrom("subscriptions")
        .select("quarantined_until as until")
        .where("id", "=", id)
        .executeTakeFirstOrThrow()
    ).until;
  mails.refusal = NO_SUCH_USER;
  await room.open();
  await room.plan();
  await room.send();
  const quarantined = await until();
  expect(quarantined).not.toBeNull();
  const before = await releaseSubscription(room.ctx, target);
  expect(await until()).toBeNull();
  expect(before).toMatchObject({ quarantined_until: quarantined });
  if (before) await undoRelease(room.ctx, target, before);
  expect(await until()).toBe(quarantined);

  mails.refusal = null;
  const [row] = await room.ledger();
  await resendNotification(room.ctx, { ...target, event_id: row?.event_id ?? 0 });
  await room.send();
  expect(mails.to(email)).toHaveLength(1);
  expect(await until()).toBeNull();
});

async function twilio(room: Awaited<ReturnType<typeof newsroom>>, key: string) {
  const { db } = room.ctx;
  const integration_id = await mintIntegration(db, room.page.id);
  await db
    .updateTable("status_pages")
    .set({ settings: JSON.stringify({ sms_notifications_enabled: true }) })
    .where("id", "=", room.page.id)
    .execute();
  await db
    .updateTable("integrations")
    .set({
      ...{ name: "twilio", settings: JSON.stringify({ enabled: true }), ...sealSecrets({ key }) },
      fields: JSON.stringify({ user: "AC1", phone_number: "+15005550006" }),
    })
    .where("id", "=", integration_id)
    .execute();
  return { ...room.page, integration_id };
}

const KEY = "twilio-auth-token";

test("who said STOP is opted out with their own words, and only they can change that", async ({
  database,
}) => {
  const room = await newsroom(database);
  const provider = await StandIn.open(twilioProtocol);
  process.env.PROVIDER_URLS = `api.twilio.com=${provider.url}`;
  const phone_number = TWILIO_NUMBERS.stopped.slice(2);
  const { id } = await room.subscribe({ type: "sms", country_dial_code: "1", phone_number });
  const target = { ...room.page, subscription_id: id };
  await twilio(room, KEY);
  await room.open();
  await room.plan();
  await room.send();
  const standing = () =>
    database
      .selectFrom("subscriptions")
      .select(["quarantine_kind", "quarantine_reason", "quarantined_until"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  const optedOut = {
    quarantine_kind: "unwanted",
    quarantine_reason: "21610 replied STOP",
    quarantined_until: "9999-01-01T00:00:00",
  };
  expect(await standing()).toEqual(optedOut);
  const [row] = await room.ledger();
  const message = { ...target, event_id: row?.event_id ?? 0 };
  const refused = { fields: { base: [{ code: "opted_out" }] } };
  await expect(resendNotification(room.ctx, message)).rejects.toMatchObject(refused);
  await expect(releaseSubscription(room.ctx, target)).rejects.toMatchObject(refused);
  await updateSubscription(room.ctx, target, parseInput(UpdateSubscription, { confirm: true }));
  expect(await standing()).toEqual(optedOut);
  delete process.env.PROVIDER_URLS;
  await provider.close();
});

test("an integration that is refused says so from real sends, until one succeeds", async ({
  database,
}) => {
  const room = await newsroom(database);
  const provider = await StandIn.open(twilioProtocol);
  process.env.PROVIDER_URLS = `api.twilio.com=${provider.url}`;
  for (const last of [1, 2, 3])
    await room.subscribe({ type: "sms", country_dial_code: "1", phone_number: `500555900${last}` });
  const target = await twilio(room, "another-token");
  const health = () => getIntegrationHealth(room.ctx, target);
  expect(await health()).toMatchObject({ checked_at: null, last_error: null });
  await room.open();
  await room.plan();
  await room.send();
  expect((await health()).last_error).toContain("Authenticate");
  expect(await room.counts()).toMatchObject({ planned: 3, waiting: 3 });
  await database
    .updateTable("integrations")
    .set(sealSecrets({ key: KEY }))
    .where("id", "=", target.integration_id)
    .execute();
  shiftClock(HOUR_MS);
  await room.send(toWire(now()));
  expect(await room.counts()).toMatchObject({ planned: 3, handed_over: 3 });
  expect((await health()).last_error).toBeNull();
  expect((await health()).checked_at).not.toBeNull();
  delete process.env.PROVIDER_URLS;
  await provider.close();
});
