import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { deleteUpdate, editUpdate } from "#lib/incidents/change-update.ts";
import { EditUpdate, UpdateIncident } from "#lib/incidents/schema.ts";
import { updateIncident } from "#lib/incidents/update.ts";
import { createIntegration } from "#lib/pages/integrations/integrations.ts";
import { CreateIntegration } from "#lib/pages/integrations/schema.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { seal } from "#lib/platform/crypto/seal.ts";
import { sendMessage } from "#lib/server/worker/send-message.ts";
import { mintTwilio } from "#tests/support/data/integrations.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { mintWebhook } from "#tests/support/data/webhooks.ts";
import { deliverDue } from "#tests/support/db/due-deliveries.ts";
import type { Receiver } from "#tests/support/http/receiver.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { expect, mails, test } from "#tests/support/stand-ins/relay-test.ts";

const CHATS = ["slack", "discord", "teams", "google_chat", "mattermost", "zoom"] as const;
const SOCIAL = { name: "social", domain: "social.test", key: "k", settings: { enabled: true } };
const TAKEN = JSON.stringify({ id: "1", name: "spaces/A/messages/1", sid: "SM1" });

test.beforeEach(({ receiver }) => {
  allowPrivateTargets(true);
  const { origin } = new URL(receiver.url);
  process.env.PROVIDER_URLS = `api.twilio.com=${origin} social.test=${origin}`;
  provideEnv({});
  receiver.answer = (response) => response.end(response.req.url === "/slack" ? "ok" : TAKEN);
});
test.afterEach(() => {
  allowPrivateTargets(false);
  process.env.PROVIDER_URLS = "";
  provideEnv({});
});

/** A page that is listened to by every channel. */
async function heardEverywhere(database: Db, receiver: Receiver) {
  const room = await newsroom(database, { settings: { sms_notifications_enabled: true } });
  const { ctx, page } = room;
  const at = (path: string) => receiver.url.replace("hook", path);
  await room.subscribe();
  await mintTwilio(database, page.id);
  const number = { country_dial_code: "49", phone_number: "15112345678" };
  await room.subscribe({ type: "sms", email: null, ...number });
  for (const type of CHATS)
    await room.subscribe({ type, webhook_url: at(type), ...secretOf(type) });
  for (const format of ["standard", "statuspage"])
    await room.subscribe({
      type: "webhook",
      format,
      webhook_url: at(format),
      ...secretOf("webhook"),
    });
  await createIntegration(ctx, page, parseInput(CreateIntegration, SOCIAL));
  const events = ["incident.created", "incident.updated"] as const;
  await mintWebhook(database, page.id, { url: at("webhook"), events });
  const hear = async () => {
    shiftClock(60_000);
    await room.plan();
    await room.send();
    await deliverDue(page.id);
    const posts = database.selectFrom("outbox").select("id").where("status_page_id", "=", page.id);
    for (const { id } of await posts.execute()) await sendMessage({ outbox_id: id });
    const said = new Map([["email", mails.came.map(({ raw }) => raw).join()]]);
    for (const { path, body } of receiver.received)
      said.set(path, `${said.get(path) ?? ""}${decodeURIComponent(body)}`);
    return said;
  };
  return { ...room, hear };
}

const secretOf = (type: string) =>
  type === "zoom" || type === "webhook" ? { secret_sealed: seal("whsec_c2VjcmV0") } : {};

type Room = Awaited<ReturnType<typeof heardEverywhere>>;
type Target = { subdomain: string; incident_id: number; update_id: number };
const SAID = { notify: true, social_post: true, hold_seconds: 20 };

const CORRECTIONS: Record<string, (room: Room, target: Target) => Promise<unknown>> = {
  "an update that is deleted within its hold": async ({ ctx, post }, target) => {
    await post(target.incident_id, { ...SAID, description: "Steady", hold_seconds: 0 });
    await deleteUpdate(ctx, target);
  },
  "a text that is corrected within its hold": ({ ctx }, target) =>
    editUpdate(ctx, target, parseInput(EditUpdate, { description: "Steady" })),
  "a title that is corrected within its hold": async ({ ctx }, target) => {
    const description = "As the title says";
    await editUpdate(ctx, target, parseInput(EditUpdate, { description }));
    await updateIncident(ctx, target, parseInput(UpdateIncident, { title: "Steady" }));
  },
};

for (const [what, correct] of Object.entries(CORRECTIONS))
  test(`${what} is heard by no channel as it was`, async ({ database, receiver }) => {
    const room = await heardEverywhere(database, receiver);
    const { id } = await room.open({ title: "Hasty", hold_seconds: 20, updates: [] });
    const { id: update_id } = await room.post(id, { ...SAID, description: "Hasty" });
    const target = { subdomain: room.page.subdomain, incident_id: id, update_id };
    if (!what.startsWith("a title"))
      await updateIncident(room.ctx, target, parseInput(UpdateIncident, { title: "Payments" }));
    await correct(room, target);
    const said = await room.hear();
    expect(said.size).toBe(1 + 1 + CHATS.length + 2 + 1 + 1);
    for (const [channel, text] of said) {
      expect.soft(text, channel).toContain("Steady");
      expect.soft(text, channel).not.toContain("Hasty");
    }
  });
