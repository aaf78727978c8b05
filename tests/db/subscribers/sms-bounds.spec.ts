import type { Db } from "#db/index.ts";
import { withSmsLimits } from "#lib/channels/sms/limits.ts";
import { authorizeJob } from "#lib/core/access/authorize.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { senders } from "#lib/notifications/send-batch.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { delivered, tryAgain } from "#lib/platform/verdict.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { createSubscription } from "#lib/subscribers/change.ts";
import { CreateSubscription } from "#lib/subscribers/schema.ts";
import { subscribe } from "#lib/subscribers/sign-up/subscribe.ts";
import { mintTwilio } from "#tests/support/data/integrations.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { RECIPIENT } from "#tests/support/data/stories.ts";
import { ask, subscriptionsOf, visitor, waitingFor } from "#tests/support/data/subscribers.ts";
import { refusedOn } from "#tests/support/http/subscribe-calls.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { twilioProtocol } from "#tests/support/stand-ins/senders.ts";
import { StandIn } from "#tests/support/stand-ins/stand-in.ts";
import { expect, test } from "#tests/support/test.ts";

let twilio: StandIn;

test.beforeAll(() => allowPrivateTargets(true));
test.beforeEach(async ({ database }) => {
  await installJobs().then(() => void database);
  twilio = await StandIn.open(twilioProtocol);
  process.env.PROVIDER_URLS = `api.twilio.com=${twilio.url}`;
  provideEnv({});
});
test.afterEach(async () => {
  shiftClock(0);
  await senders.stop();
  delete process.env.PROVIDER_URLS;
  provideEnv({});
  await twilio.close();
});
test.afterAll(() => allowPrivateTargets(false));

const DAY_MS = 86_400_000;

/** A page that texts, within bounds. */
async function texting(database: Db, bounds: object = {}) {
  const settings = { sms_notifications_enabled: true, ...bounds };
  const room = await newsroom(database, { settings });
  await mintTwilio(database, room.page.id);
  const number = (phone_number: string, country_dial_code = "49") =>
    room.subscribe({ type: "sms", email: null, country_dial_code, phone_number });
  const tell = async () => {
    await room.open();
    await room.plan();
    await room.send();
  };
  const reasons = async () => (await room.ledger()).map(({ state, reason }) => reason ?? state);
  const letters = async () =>
    (await waitingFor(database, room.page.id)).filter((kind) => kind === "sms.budget");
  return { ...room, number, tell, reasons, letters };
}

test("numbers of other countries and numbers that had their texts of the day are not texted, and say why", async ({
  database,
}) => {
  const room = await texting(database, { sms_dial_codes: "49, 43", sms_daily_limit: 2 });
  await room.number("15112345678");
  await room.number("5005550006", "1");
  for (let update = 0; update < 3; update++) await room.tell();
  expect(twilio.asked).toHaveLength(2);
  const foreign = "no texts are sent to this country";
  const enough = "the number had its texts of today";
  expect(await room.reasons()).toEqual([
    "handed_over",
    foreign,
    "handed_over",
    foreign,
    enough,
    foreign,
  ]);
  expect((await room.ledger()).at(-1)).toMatchObject({ state: "withdrawn", attempts: 1 });
  shiftClock(DAY_MS);
  await room.tell();
  expect(twilio.asked).toHaveLength(3);
});

test("the month's segments are not overrun, however many send at once, and the owners are told once", async ({
  database,
}) => {
  const room = await texting(database, { sms_monthly_segments: 7 });
  for (let n = 0; n < 12; n++) await room.number(`1511234500${n}`);
  await room.tell();
  const used = await database
    .selectFrom("sms_counts")
    .select("count")
    .where("status_page_id", "=", room.page.id)
    .where("counted", "=", "segments")
    .executeTakeFirstOrThrow();
  expect(used.count).toBeLessThanOrEqual(7);
  expect(twilio.asked.length).toBeGreaterThan(0);
  expect(await room.counts()).toMatchObject({
    planned: 12,
    handed_over: twilio.asked.length,
    withdrawn: 12 - twilio.asked.length,
    waiting: 0,
  });
  expect(await room.letters()).toHaveLength(1);
  await room.tell();
  expect(await room.letters()).toHaveLength(1);
});

test("several processes together spend no more than the budget, and each text that failed is given back", async ({
  database,
}) => {
  const room = await texting(database, { sms_monthly_segments: 10, sms_daily_limit: 0 });
  const grant = await authorizeJob(room.ctx, room.page.id);
  if (!grant) throw new Error("no page");
  let sent = 0;
  const bounds = { sms_dial_codes: "", sms_daily_limit: 0, sms_monthly_segments: 10 };
  let fails = true;
  const channel = withSmsLimits(
    {
      kind: "sms",
      batch: 1,
      canThread: false,
      hostOf: () => "",
      render: () => ({ text: "", segments: 1 }),
      send: async (handed) =>
        handed.map(() => {
          if (fails) return tryAgain("busy");
          sent += 1;
          return delivered("");
        }),
    },
    database,
    grant,
    bounds,
  );
  const one = {
    recipient: { ...RECIPIENT, address: "+4915112345678" },
    message: { text: "", segments: 1 },
  };
  const all = () =>
    Promise.all(Array.from({ length: 40 }, () => channel.send([one], { sender: null })));
  for (let round = 0; round < 3; round++) await all();
  fails = false;
  await all();
  expect(sent).toBe(10);
});

test("a visitor subscribes a number by a text, where the page can send one and the country is texted", async ({
  database,
}) => {
  const plain = await newsroom(database, { settings: { sms_notifications_enabled: true } });
  const typed = {
    channel: "sms",
    country_dial_code: "+49",
    phone_number: "0151 1234-5678",
  } as const;
  await expect(ask(database, plain.page.subdomain, typed)).rejects.toMatchObject(
    refusedOn("channel", "not_offered"),
  );
  const room = await texting(database, { sms_dial_codes: "49" });
  const { subdomain } = room.page;
  expect(await ask(database, subdomain, typed)).toEqual({ state: "asked" });
  const whole = { channel: "sms", phone_number: "+49 151 12345678" } as const;
  expect(await ask(database, subdomain, whole)).toEqual({ state: "asked" });
  expect(await subscriptionsOf(database, room.page.id)).toMatchObject([
    { type: "sms", country_dial_code: "49", phone_number: "15112345678", confirmed_at: null },
  ]);
  expect(await waitingFor(database, room.page.id)).toEqual([
    "subscription.confirm",
    "subscription.confirm",
  ]);
  const wrong: [object, string, string][] = [
    [{ country_dial_code: "1", phone_number: "5005550006" }, "country_dial_code", "bad_country"],
    [{ country_dial_code: "49", phone_number: "12" }, "phone_number", "bad_number"],
    [{ country_dial_code: "49", phone_number: "" }, "phone_number", "blank"],
    [{ phone_number: "15112345678" }, "country_dial_code", "blank"],
  ];
  for (const [fields, field, code] of wrong)
    await expect(ask(database, subdomain, { channel: "sms", ...fields })).rejects.toMatchObject(
      refusedOn(field, code),
    );
  const input = { type: "sms", country_dial_code: "1", phone_number: "5005550006" };
  await expect(
    createSubscription(room.ctx, room.page, parseInput(CreateSubscription, input)),
  ).rejects.toMatchObject(refusedOn("country_dial_code", "bad_country"));
});

test("neither a number nor a client has more than a few texts a day", async ({ database }) => {
  const room = await texting(database);
  const { subdomain } = room.page;
  const number = (phone_number: string) =>
    ({ channel: "sms", country_dial_code: "49", phone_number }) as const;
  for (let times = 0; times < 5; times++) await ask(database, subdomain, number("15112345678"));
  expect(await waitingFor(database, room.page.id)).toHaveLength(3);
  const ctx = visitor(database);
  const typed = (n: number) => subscribe(ctx, { subdomain }, number(`151123456${n}`), "en");
  for (let n = 10; n < 20; n++) await typed(n);
  await expect(typed(20)).rejects.toMatchObject({ code: "rate_limited" });
});
