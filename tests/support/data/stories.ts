import fc from "fast-check";
import type { NotificationContent, Recipient, Sender } from "#lib/channels/channel.ts";
import { LOCALES } from "#lib/platform/i18n/translator.ts";

export const COLORS = { major: "e75a53", minor: "FFA500", scheduled: "5378c1", ok: "48CBA5" };

export const CONTENT: NotificationContent = {
  event_id: "msg_2KWPBgLlAfxdpx2AI54pPJ85f4W",
  subject: "incident:42",
  kind: "incident",
  page: {
    name: "Acme",
    url: "https://acme.status.example",
    locale: "en",
    zone: "Europe/Berlin",
    date_format: null,
    time_format: null,
    colors: COLORS,
  },
  title: "API slow",
  type: "Disruption",
  state: "Investigating",
  alert: "Degraded",
  is_title_automatic: false,
  severity: "minor",
  is_over: false,
  starts_at: "2026-11-20T14:00:00",
  ends_at: null,
  plan: null,
  posted_at: "2026-11-20T14:02:00",
  next_update_at: null,
  text: "We are **looking into** it: [details](https://example.com/a_b_c).",
  services: [
    { name: "API", state: "Degraded", severity: "minor" },
    { name: "Web", state: "Operational", severity: null },
  ],
  url: "https://acme.status.example/incidents/42",
  payload: JSON.stringify({ event: "incident.updated", data: { object: { id: 42 } } }),
};

export const RECIPIENT: Recipient = {
  address: "https://chat.example.com/hook",
  secret: null,
  manage_url: null,
  unsubscribe_url: null,
  isThreaded: false,
  earlier: null,
};

export const SENDER: Sender = {
  user: null,
  username: null,
  phone_number: null,
  domain: null,
  region: null,
  key: null,
  password: null,
  id: 1,
  callback_url: null,
};

const POISON = [
  "<!channel>",
  "@everyone",
  "@here",
  "@channel",
  "@all",
  "<@U1>",
  "<@&123>",
  "<users/all>",
  "<at>everyone</at>",
  "[x](javascript:alert(1))",
  "[y](https://evil.example)",
  "**bold** _it_ `code` ~~gone~~",
  "<b>html</b>&amp;",
  "https://example.com/@all/a_b",
  "\u202eright to left",
  "\ud83d",
  "👩‍👩‍👧‍👦🏳️‍🌈",
  "\u0000\u0007\u2028",
  "```\n# fence\n```",
  "| a | b |\n|---|---|",
  "{{constructor}}",
  "ﷺ".repeat(50),
  "a\r\nSubject: x",
  "</font>",
];

/** Texts that want to be more than texts, up to a length. */
function hostile(maxLength: number): fc.Arbitrary<string> {
  const part = fc.oneof(
    fc.constantFrom(...POISON),
    fc.string({ unit: "grapheme", maxLength: 40 }),
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.nat(maxLength).map((length) => "x🙂<&*_".repeat(length).slice(0, length)),
  );
  return fc
    .array(part, { minLength: 1, maxLength: 12 })
    .map((parts) => parts.join(" ").slice(0, maxLength));
}

const severity = fc.constantFrom("major" as const, "minor" as const, "scheduled" as const, null);
const time = fc.constantFrom("2026-03-29T00:59:59", "2026-10-25T01:00:00", "2026-11-20T14:02:00");

const page = fc.record({
  name: hostile(255),
  url: fc.constant(CONTENT.page.url),
  locale: fc.constantFrom(...LOCALES),
  zone: fc.constantFrom("Europe/Berlin", "America/St_Johns", "UTC"),
  date_format: fc.constant(null),
  time_format: fc.constant(null),
  colors: fc.constant(COLORS),
});

export const anyContent: fc.Arbitrary<NotificationContent> = fc.record({
  event_id: fc.constant(CONTENT.event_id),
  subject: fc.constant(CONTENT.subject),
  kind: fc.constantFrom("incident" as const, "maintenance" as const, "notice" as const),
  page,
  title: hostile(255),
  type: fc.option(hostile(255)),
  state: hostile(60),
  alert: hostile(60),
  is_title_automatic: fc.boolean(),
  severity,
  is_over: fc.boolean(),
  starts_at: time,
  ends_at: fc.option(time),
  plan: fc.constantFrom("called_off" as const, "postponed" as const, null),
  posted_at: time,
  next_update_at: fc.option(time),
  text: hostile(20_000),
  services: fc.array(fc.record({ name: hostile(255), state: hostile(60), severity }), {
    maxLength: 30,
  }),
  url: fc.constant(CONTENT.url),
  payload: fc.constant(CONTENT.payload),
});

export const anyRecipient: fc.Arbitrary<Recipient> = fc.record({
  address: fc.constant(RECIPIENT.address),
  secret: fc.constant(null),
  manage_url: fc.option(fc.constant("https://acme.status.example/manage/t0ken?lang=en")),
  unsubscribe_url: fc.option(fc.constant("https://acme.status.example/unsubscribe/t0ken")),
  isThreaded: fc.boolean(),
  earlier: fc.option(fc.constantFrom("1234567890", "1700000000.0001")),
});
