import type { Db } from "#db/index.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { testIntegration, testSubscription } from "#lib/notifications/test-messages.ts";
import { getIntegrationHealth } from "#lib/pages/integrations/health.ts";
import { sealSecrets } from "#lib/pages/integrations/secrets.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { mintIntegration } from "#tests/support/data/integrations.ts";
import { mintSubscription } from "#tests/support/data/subscriptions.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { slackProtocol } from "#tests/support/stand-ins/chats.ts";
import {
  mastodonProtocol,
  TWILIO_NUMBERS,
  twilioProtocol,
} from "#tests/support/stand-ins/senders.ts";
import { type Protocol, StandIn } from "#tests/support/stand-ins/stand-in.ts";
import { expect, test } from "#tests/support/test.ts";

const T = translator("en");
const KEY = "twilio-auth-token";

async function standing(hosts: Record<string, Protocol>, work: (all: StandIn[]) => Promise<void>) {
  const all = await Promise.all(Object.values(hosts).map((protocol) => StandIn.open(protocol)));
  const urls = Object.keys(hosts).map((host, at) => `${host}=${all[at]?.url}`);
  process.env.PROVIDER_URLS = urls.join();
  allowPrivateTargets(true);
  try {
    await work(all);
  } finally {
    delete process.env.PROVIDER_URLS;
    allowPrivateTargets(false);
    for (const one of all) await one.close();
  }
}

async function integration(db: Db, page: number, name: string, fields: object, key = KEY) {
  const integration_id = await mintIntegration(db, page);
  await db
    .updateTable("integrations")
    .set({ name, fields: JSON.stringify(fields), ...sealSecrets({ key }) })
    .where("id", "=", integration_id)
    .execute();
  return integration_id;
}

test("a test by an integration says what its provider said, and is noted without secrets", ({
  database,
  organization: { page },
}) =>
  standing({ "api.twilio.com": twilioProtocol }, async ([twilio]) => {
    const ctx = systemContext(database, "test");
    const fields = { user: "AC1", phone_number: "+15005550006" };
    const integration_id = await integration(database, page.id, "twilio", fields);
    const target = { ...page, integration_id };
    expect(await testIntegration(ctx, target, { phone_number: "+49 151 12345678" }, T)).toBeNull();
    const body = new URLSearchParams(twilio?.asked[0]?.body).get("Body");
    expect(body).toContain("This is a test of the status page");
    const health = await getIntegrationHealth(ctx, target);
    expect(health).toMatchObject({ last_error: null });
    expect(health.callback_url).toMatch(/\/api\/callbacks\/\d+-[\w-]{22}$/);
    const failed = await testIntegration(ctx, target, { phone_number: TWILIO_NUMBERS.region }, T);
    expect(failed).toMatch(/^21408 region not enabled at Twilio/);
    expect((await getIntegrationHealth(ctx, target)).last_error).toBe(failed);
    await database
      .updateTable("integrations")
      .set(sealSecrets({ key: "another-auth-token" }))
      .where("id", "=", integration_id)
      .execute();
    const refused = await testIntegration(ctx, target, { phone_number: "+4915112345678" }, T);
    expect(refused).toMatch(/^20003 Twilio refuses the credentials/);
    expect(refused).not.toMatch(/another-auth-token|15112345678/);
    for (const phone_number of ["", "110", "+49x"])
      await expect(testIntegration(ctx, target, { phone_number }, T)).rejects.toThrow();
  }));

test("a social account is asked whether it is ours, and posts nothing", async ({
  database,
  organization: { page },
}) => {
  const ctx = systemContext(database, "test");
  await standing({ "social.example": mastodonProtocol() }, async ([social]) => {
    const fields = { domain: "social.example" };
    const account = await integration(database, page.id, "social", fields, "social-key");
    await testIntegration(ctx, { ...page, integration_id: account }, {}, T);
    expect(social?.asked.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
      "GET /api/v1/accounts/verify_credentials",
    ]);
  });
});

test("a chat is tested with a message of its own, and what is wrong is said", ({
  database,
  organization: { page },
}) =>
  standing({ "hooks.slack.com": slackProtocol }, async ([slack]) => {
    const ctx = systemContext(database, "test");
    const subscription_id = await mintSubscription(database, page.id);
    const target = { ...page, subscription_id };
    await expect(testSubscription(ctx, target, T)).rejects.toThrow();
    const address = (webhook_url: string) =>
      database
        .updateTable("subscriptions")
        .set({ type: "slack", email: null, webhook_url })
        .where("id", "=", subscription_id)
        .execute();
    await address("https://hooks.slack.com/services/T1/B1/SECRETKEY");
    expect(await testSubscription(ctx, target, T)).toBeNull();
    expect(slack?.asked[0]?.body).toContain("Test message");
    await address("https://hooks.slack.com/services/T1/B1/SECRETgone");
    expect(await testSubscription(ctx, target, T)).toBe("no_service (404 no_service)");
  }));
