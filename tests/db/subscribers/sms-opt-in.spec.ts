import { authorizeJob } from "#lib/core/access/authorize.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { sendMessage } from "#lib/server/worker/send-message.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { createSubscription } from "#lib/subscribers/change.ts";
import { getSubscriptionRow } from "#lib/subscribers/queries.ts";
import { CreateSubscription } from "#lib/subscribers/schema.ts";
import { confirmSubscription } from "#lib/subscribers/sign-up/manage.ts";
import { mintTwilio } from "#tests/support/data/integrations.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { visitor } from "#tests/support/data/subscribers.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { twilioProtocol } from "#tests/support/stand-ins/senders.ts";
import { StandIn } from "#tests/support/stand-ins/stand-in.ts";
import { expect, test } from "#tests/support/test.ts";

let twilio: StandIn;

test.beforeAll(async ({ database }) => {
  await installJobs().then(() => void database);
  twilio = await StandIn.open(twilioProtocol);
  process.env.PROVIDER_URLS = `api.twilio.com=${twilio.url}`;
  allowPrivateTargets(true);
});

test.afterAll(async () => {
  delete process.env.PROVIDER_URLS;
  allowPrivateTargets(false);
  await twilio.close();
});

test("a number hears nothing before its owner opens the link that was texted to it", async ({
  database,
}) => {
  const settings = { sms_notifications_enabled: true };
  const { page } = await mintOrganization(database, { settings });
  const ctx = systemContext(database, "test");
  await mintTwilio(database, page.id);
  const number = { country_dial_code: "49", phone_number: "15112345678" };
  const { id } = await createSubscription(
    ctx,
    page,
    parseInput(CreateSubscription, { type: "sms", ...number }),
  );
  const messages = await database
    .selectFrom("outbox")
    .select("id")
    .where("status_page_id", "=", page.id)
    .execute();
  for (const message of messages) await sendMessage({ outbox_id: message.id });
  const [call] = twilio.asked;
  const form = new URLSearchParams(call?.body);
  expect(form.get("To")).toBe("+4915112345678");
  const link = /\/subscribe\/confirm\/([\w-]{32})/.exec(form.get("Body") ?? "");
  const grant = await authorizeJob(ctx, page.id);
  if (!grant) throw new Error("no page");
  expect((await getSubscriptionRow(database, grant, id)).confirmed_at).toBeNull();
  const token = link?.[1] ?? "";
  await confirmSubscription(visitor(database), { subdomain: page.subdomain, token });
  expect((await getSubscriptionRow(database, grant, id)).confirmed_at).not.toBeNull();
});
