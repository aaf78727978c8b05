import { expect, test } from "@playwright/test";
import fc from "fast-check";
import type { Recipient, Sender, SendOptions } from "#lib/channels/channel.ts";
import { SMS } from "#lib/channels/registry.ts";
import { esendex, listOptOuts } from "#lib/channels/sms/esendex.ts";
import { isDialCodeAllowed } from "#lib/channels/sms/limits.ts";
import { cheapest, firstSms, MAX_SEGMENTS, segmentsOf } from "#lib/channels/sms/message.ts";
import { twilio } from "#lib/channels/sms/twilio.ts";
import { LOCALES, translator } from "#lib/platform/i18n/translator.ts";
import type { Verdict } from "#lib/platform/verdict.ts";
import {
  anyContent,
  anyRecipient,
  CONTENT,
  RECIPIENT,
  SENDER,
} from "#tests/support/data/stories.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import {
  esendexProtocol,
  TWILIO_NUMBERS,
  twilioProtocol,
} from "#tests/support/stand-ins/senders.ts";
import { type Protocol, StandIn } from "#tests/support/stand-ins/stand-in.ts";

const TWILIO: Sender = {
  ...SENDER,
  user: "AC1",
  key: "twilio-auth-token",
  phone_number: "+15005550006",
};
const ESENDEX: Sender = {
  ...SENDER,
  user: "EX0012345",
  username: "api@example.com",
  password: "esendex-password",
  phone_number: "Status",
};

test("segments are counted as they are paid", () => {
  const segments = (text: string) => segmentsOf(text);
  expect(segments("a".repeat(160))).toEqual({ encoding: "gsm7", segments: 1 });
  expect(segments("a".repeat(161))).toEqual({ encoding: "gsm7", segments: 2 });
  expect(segments("a".repeat(307))).toEqual({ encoding: "gsm7", segments: 3 });
  expect(segments("€".repeat(80))).toEqual({ encoding: "gsm7", segments: 1 });
  expect(segments(`${"a".repeat(152)}€${"a".repeat(20)}`)).toMatchObject({ segments: 2 });
  expect(segments("ж".repeat(70))).toEqual({ encoding: "ucs2", segments: 1 });
  expect(segments("ж".repeat(71))).toEqual({ encoding: "ucs2", segments: 2 });
  expect(segments("🙂".repeat(35))).toEqual({ encoding: "ucs2", segments: 1 });
  expect(segments("🙂".repeat(67))).toMatchObject({ segments: 3 });
});

test("typography alone never makes a message dearer", () => {
  expect(cheapest("“It’s slow” – we’re on it…")).toBe(`"It's slow" - we're on it...`);
  expect(cheapest("„Сбой“ – ждите")).toBe("„Сбой“ – ждите");
  expect(cheapest("a\u200bb\u202ec")).toBe("abc");
});

test("whatever happened takes at most three segments, with the whole link", () => {
  fc.assert(
    fc.property(anyContent, anyRecipient, (content, recipient) => {
      expect(SMS.esendex?.render(content, recipient)).toEqual(
        SMS.twilio?.render(content, recipient),
      );
      const { text, segments } = twilio.render(content, recipient) as {
        text: string;
        segments: number;
      };
      expect(segments).toBe(segmentsOf(text).segments);
      expect(segments).toBeLessThanOrEqual(MAX_SEGMENTS);
      expect(`${text}\n`).toContain(`\n${content.url}\n`);
      expect(text).not.toMatch(/undefined|NaN|\[object/);
      expect(text.isWellFormed()).toBe(true);
    }),
    { numRuns: 60 },
  );
  expect(twilio.render(CONTENT, RECIPIENT)).toEqual({
    text: "Acme: Investigating: API slow\nWe are looking into it: details (https://example.com/a_b_c).\nhttps://acme.status.example/incidents/42",
    segments: 1,
  });
});

test("the first text says how to end it, in every language, within three segments", () => {
  const url = `https://acme.status.example/confirm/${"x".repeat(60)}`;
  for (const locale of LOCALES) {
    const t = translator(locale);
    const told = { text: t("mail.confirm.subject", { name: "Acme" }), url };
    for (const phone_number of ["+15005550006", "MG7"])
      expect(firstSms(t, told, { ...TWILIO, phone_number }).text, locale).toMatch(
        /STOP[\s\S]*\nhttps/,
      );
    const { segments } = firstSms(t, told, TWILIO);
    expect(segments, locale).toBeLessThanOrEqual(MAX_SEGMENTS);
    expect(firstSms(t, told, ESENDEX).text).not.toContain("STOP");
  }
  const long = { text: "ж".repeat(150), url };
  expect(firstSms(translator("uk"), long, TWILIO).text).toBe(`${long.text}\n${url}`);
});

test("a text carries the link to end it where that costs no segment more", () => {
  const manage_url = "https://acme.status.example/manage/t0ken";
  const recipient = { ...RECIPIENT, manage_url };
  const short = twilio.render({ ...CONTENT, text: "" }, recipient);
  expect(short).toMatchObject({ segments: 1, text: expect.stringContaining(`: ${manage_url}`) });
  const full = { ...CONTENT, text: "a ".repeat(400) };
  expect(twilio.render(full, recipient)).toEqual(twilio.render(full, RECIPIENT));
});

test("a page texts the countries that it names, or all of them", () => {
  const isIn = (sms_dial_codes: string, number: string) =>
    isDialCodeAllowed(number, { sms_dial_codes });
  for (const list of ["49, 44", "+49;+44", "44 49"]) {
    expect(isIn(list, "+4915112345678")).toBe(true);
    expect(isIn(list, "+15005550006")).toBe(false);
  }
  expect(isIn("", "+15005550006")).toBe(true);
});

async function standing(
  host: string,
  protocol: Protocol,
  work: (standIn: StandIn) => Promise<void>,
) {
  const standIn = await StandIn.open(protocol);
  process.env.PROVIDER_URLS = `${host}=${standIn.url}`;
  allowPrivateTargets(true);
  try {
    await work(standIn);
  } finally {
    delete process.env.PROVIDER_URLS;
    allowPrivateTargets(false);
    await standIn.close();
  }
}

const to = (address: string): Recipient => ({ ...RECIPIENT, address });

async function text(number: string, way: SendOptions): Promise<Verdict | undefined> {
  const recipient = to(number);
  const message = twilio.render(CONTENT, recipient);
  return (await twilio.send([{ recipient, message }], way))[0];
}

test("Twilio: its codes tell whose fault it is, and STOP is respected", () =>
  standing("api.twilio.com", twilioProtocol, async (standIn) => {
    const callback_url = "https://status.example/api/callbacks/1";
    const way = { sender: { ...TWILIO, callback_url } };
    expect(await text("+4915112345678", way)).toEqual({
      outcome: "delivered",
      provider_id: "SM0001",
      answer: "201",
    });
    const form = new URLSearchParams(standIn.asked[0]?.body);
    expect(Object.fromEntries(form)).toMatchObject({
      To: "+4915112345678",
      From: "+15005550006",
      ValidityPeriod: "3600",
      StatusCallback: callback_url,
    });
    const gone = { outcome: "never_again", about: "person", unwanted: false };
    expect(await text(TWILIO_NUMBERS.invalid, way)).toMatchObject(gone);
    expect(await text(TWILIO_NUMBERS.landline, way)).toMatchObject(gone);
    expect(await text(TWILIO_NUMBERS.region, way)).toMatchObject({
      outcome: "never_again",
      about: "message",
    });
    expect(await text(TWILIO_NUMBERS.stopped, way)).toMatchObject({
      ...{ ...gone, unwanted: true },
      reason: "21610 replied STOP",
    });
    expect(await text(TWILIO_NUMBERS.busy, way)).toMatchObject({
      outcome: "try_again",
      throttled: true,
    });
    const full = { code: 20_429, message: "Too many requests" };
    standIn.next.push({ status: 429, headers: { "retry-after": "40" }, body: full });
    expect(await text("+4915112345678", way)).toMatchObject({ throttled: true, after_s: 40 });
    const wrong = await text("+4915112345678", { sender: { ...TWILIO, key: "other-token" } });
    expect(wrong).toMatchObject({ about: "us", stops: true });
    expect(await text("+4915112345678", { sender: null })).toMatchObject({
      about: "us",
      stops: true,
    });
    standIn.next.push({ status: 503, body: "AC1 twilio-auth-token +4915112345678" });
    const down = await text("+4915112345678", way);
    expect(down).toMatchObject({ outcome: "try_again" });
    expect(JSON.stringify(down)).not.toMatch(/twilio-auth-token|15112345678/);
  }));

test("Twilio: a messaging service sends in place of a number, an API key for its account", () =>
  standing("api.twilio.com", twilioProtocol, async (standIn) => {
    const sender = { ...TWILIO, user: "SK9", username: "AC1", key: "k", phone_number: "MG7" };
    await text("+4915112345678", { sender });
    const [call] = standIn.asked;
    expect(call?.url.pathname).toBe("/2010-04-01/Accounts/AC1/Messages.json");
    expect(new URLSearchParams(call?.body).get("MessagingServiceSid")).toBe("MG7");
    expect(call?.headers.authorization).toBe(`Basic ${btoa("SK9:k")}`);
  }));

test("Esendex: several in one call; a wrong number keeps nobody else's message", () =>
  standing("api.esendex.com", esendexProtocol(), async (standIn) => {
    const messages = ["+447700900123", "+447700900124"].map((number) => ({
      recipient: to(number),
      message: esendex.render(CONTENT, to(number)),
    }));
    const way = { sender: ESENDEX };
    expect(await esendex.send(messages, way)).toMatchObject([
      { outcome: "delivered", provider_id: "id-447700900123" },
      { outcome: "delivered", provider_id: "id-447700900124" },
    ]);
    expect(standIn.asked).toHaveLength(1);
    const wrong = { ...messages[0], recipient: to("+447700900000") } as (typeof messages)[0];
    expect(await esendex.send([...messages, wrong], way)).toMatchObject([
      { outcome: "delivered" },
      { outcome: "delivered" },
      { outcome: "never_again", about: "message" },
    ]);
    const other = { sender: { ...ESENDEX, password: "wrong-password" } };
    expect(await esendex.send(messages, other)).toMatchObject([
      { outcome: "try_again", about: "us" },
      { outcome: "try_again", about: "us" },
    ]);
    standIn.next.push({ status: 402, body: "No credit" }, { status: 503 });
    expect(await esendex.send(messages.slice(1), way)).toMatchObject([{ about: "us" }]);
    expect(await esendex.send(messages.slice(1), way)).toMatchObject([{ outcome: "try_again" }]);
  }));

test("Esendex: everybody who opted out is listed, however many they are", () => {
  const numbers = Array.from({ length: 250 }, (_, at) => String(447_700_900_000 + at));
  return standing("api.esendex.com", esendexProtocol(numbers), async (standIn) => {
    const listed = await listOptOuts({ sender: ESENDEX });
    expect(listed).toEqual({ numbers: numbers.map((number) => `+${number}`) });
    expect(standIn.asked).toHaveLength(3);
    const wrong = await listOptOuts({ sender: { ...ESENDEX, password: "wrong" } });
    expect(wrong).toMatchObject({ verdict: { outcome: "try_again", about: "us" } });
  });
});
