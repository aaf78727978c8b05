import { enqueueMessage } from "#lib/core/outbox/messages.ts";
import { addPageMember } from "#lib/identity/members/page-members.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { sendMessage } from "#lib/server/worker/send-message.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { newAddress } from "#tests/support/data/subscribers.ts";
import { expect, mails, test } from "#tests/support/stand-ins/relay-test.ts";

const NAME = "Ada\u2028 &\r\n Sons\u0007\u0085Ltd";
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones
const BREAKS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

test("whatever names contain, every mail says them in a subject and sender of one line", async ({
  database,
}) => {
  const room = await newsroom(database, { settings: { subscribers_enabled: true } });
  const { page, owner, service, ctx } = room;
  const db = database;
  // Other tests leave messages behind.
  await db.deleteFrom("outbox").execute();
  const named = { name: NAME };
  await db.updateTable("status_pages").set(named).where("id", "=", page.id).execute();
  await db.updateTable("services").set(named).where("id", "=", service).execute();
  const { id: incident_id } = await room.open({ updates: [] });
  await db.updateTable("incidents").set({ title: NAME }).where("id", "=", incident_id).execute();
  const reader = await room.subscribe();
  const others = [
    await room.subscribe({ confirmed_at: null }),
    await room.subscribe(),
    await room.subscribe({ filter: "services" }),
  ];
  const mine = { user_id: String(owner.id) };
  const [email, locale, token] = [newAddress(), "en", "token"];
  const guest = { email: newAddress(), role: "viewer" as const };
  await addPageMember(ctx, page, guest);
  const messages: Record<string, Record<string, string>> = {
    "sms.budget": mine,
    "domain.failed": { ...mine, domain: "status.ada.example", error: "no answer" },
    "service.verdict": { ...mine, service_id: String(service), since: wireNow(), state: "down" },
    "incident.reminder": {
      ...mine,
      incident_id: String(incident_id),
      kind: "long_running",
      for_at: wireNow(),
    },
    "sign_in.code": { ...mine, code: "123456", locale },
    "page.join": { email, token, locale },
    "subscription.confirm": { token },
    "subscription.manage": { token },
    "subscription.choose": { token },
  };
  await db.transaction().execute(async (trx) => {
    for (const [kind, params] of Object.entries(messages)) {
      const subscription_id = kind.startsWith("subscription.") ? others.shift()?.id : undefined;
      const about = { status_page_id: page.id, ...(subscription_id && { subscription_id }) };
      const expires_at = later(wireNow(), DAY_SECONDS);
      await enqueueMessage(trx, { kind, ...about, params, expires_at });
    }
  });
  const due = db.selectFrom("outbox").select("id");
  for (const { id } of await due.execute()) await sendMessage({ outbox_id: id });
  await room.post(incident_id);
  await room.plan();
  await room.send();
  await mails.nth(reader.email);
  // With the invitation, and the news of two readers.
  const subjects = mails.came.map(({ mail }) => mail.subject);
  expect(subjects).toHaveLength(Object.keys(messages).length + 1 + 2);
  for (const { mail, raw } of mails.came) {
    expect.soft(mail.subject).not.toMatch(BREAKS);
    expect.soft(mail.from?.name).toMatch(/^(Ada & Sons Ltd|Allclear)$/);
    expect.soft(mail.subject).toMatch(/Ada & Sons Ltd|ada\.example/);
    expect.soft(raw).not.toContain(NAME);
  }
});
