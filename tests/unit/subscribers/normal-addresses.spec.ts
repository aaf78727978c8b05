import { expect, test } from "@playwright/test";
import { optionalEmail } from "#lib/core/fields/address.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { mergedDoubles } from "#lib/subscribers/doubles.ts";
import {
  type AddressColumns,
  addressKey,
  dialedNumber,
} from "#lib/subscribers/normal-addresses.ts";

test.beforeAll(() => provideEnv({}));

const email = (address: string): AddressColumns => ({ type: "email", email: address });
const sms = (phone_number: string, country_dial_code = "49"): AddressColumns => ({
  ...{ type: "sms", country_dial_code, phone_number },
});
const at = (type: AddressColumns["type"], webhook_url: string): AddressColumns => ({
  ...{ type, webhook_url },
});
const slack = (url: string) => at("slack", url);
const WORKFLOW = "https://prod-1.westeurope.logic.azure.com";
const INVOKE = "/workflows/0a/triggers/manual/paths/invoke";

const ALIKE: AddressColumns[][] = [
  [
    email("jörg@müller.example"),
    email("JÖRG@MÜLLER.Example"),
    email("jo\u0308rg@xn--mller-kva.example"),
  ],
  [sms("15112345678"), sms("015112345678"), sms("4915112345678", "+")],
  [
    slack("https://hooks.slack.com/services/T0/B0/x"),
    slack("https://hooks.slack.com/services/T0/B0/x/"),
    slack("https://hooks.slack.com/services/T0/B0/x?x=1"),
    slack("https://hooks.slack.com:443/services/T0/B0/x"),
    slack("HTTPS://Hooks.Slack.com/services/T0/B0/x#top"),
  ],
  [
    at("discord", "https://discord.com/api/webhooks/1/a"),
    at("discord", "https://canary.discordapp.com/api/v10/webhooks/1/a?wait=true"),
  ],
  [
    at("teams", `${WORKFLOW}:443${INVOKE}?api-version=1&sp=%2Fx&sv=1.0&sig=s%2F1`),
    at("teams", `${WORKFLOW}${INVOKE}?sig=s%2F1&api-version=2`),
  ],
  [
    at("google_chat", "https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t"),
    at("google_chat", "https://chat.googleapis.com/v1/spaces/A/messages?token=t&key=k&threadKey=z"),
  ],
  [
    at("mattermost", "https://chat.example.com/hooks/abcdefghijklmnopqrstuvwx12"),
    at("mattermost", "https://CHAT.example.com/hooks/abcdefghijklmnopqrstuvwx12/"),
  ],
  [at("webhook", "https://a.example/Hook?b=1"), at("webhook", "https://A.example:443/Hook?b=1#x")],
];

const APART: AddressColumns[][] = [
  [email("a.b@example.com"), email("ab@example.com"), email("a.b+c@example.com")],
  [sms("15112345678"), sms("15112345678", "43"), sms("15112345679")],
  [
    slack("https://hooks.slack.com/services/T0/B0/x"),
    slack("https://hooks.slack.com/services/T0/B0/X"),
  ],
  [
    at("discord", "https://discord.com/api/webhooks/1/a"),
    at("discord", "https://discord.com/api/webhooks/1/a?thread_id=7"),
  ],
  [
    at("webhook", "https://a.example/hook"),
    at("webhook", "https://a.example/hook/"),
    at("webhook", "https://a.example/Hook"),
    at("webhook", "https://a.example/hook?b=1"),
    at("webhook", "https://a.example:8443/hook"),
  ],
];

test("one address in several spellings is one subscription, and no two addresses are", () => {
  for (const spellings of ALIKE)
    expect([spellings, new Set(spellings.map(addressKey)).size]).toEqual([spellings, 1]);
  for (const addresses of APART)
    expect([addresses, new Set(addresses.map(addressKey)).size]).toEqual([
      addresses,
      addresses.length,
    ]);
  expect(addressKey({ type: "sms", country_dial_code: "49", phone_number: null })).toBeNull();
});

test("a number is dialed without its national prefix, where its country has one", () => {
  expect(dialedNumber(sms("01511234567"))).toBe("+491511234567");
  expect(dialedNumber(sms("0612345678", "39"))).toBe("+390612345678");
  expect(dialedNumber(sms("12"))).toBe("+4912");
  expect(dialedNumber(sms("(+43) 660 1234567"))).toBe("+436601234567");
});

const MAILBOXES = [
  ...["a@example.com", "o'neil+news@example.co.uk", "jörg@müller.example", "ünï@пример.рф"],
  ...["a_b@sub.example.com", "=cmd@example.com", "a@xn--mller-kva.example", "1@2.example"],
];
const NONE = [
  ...["a,b@example.com", "a;b@example.com", "do..t@example.com", ".a@example.com"],
  ...["a@-b.example", "a@b-.example", "a@b.example-", "a@exa_mple.com", "a@example.c_m"],
  ...["a@example.123", `a@${"x".repeat(64)}.example`, `a@${"ü".repeat(60)}.example`],
  ...["a.@example.com", "a@b@example.com", "Ada <ada@example.com>", "a b@example.com"],
  ...["a@example", "a@example.com.", "a@exa..mple.com", "a@1.2.3.4"],
  ...[
    "a@[1.2.3.4]",
    '"a b"@example.com',
    "a\u200b@example.com",
    "a(b)@example.com",
    "a:b@example.com",
  ],
  ...["a@exam,ple.com", "a@exam ple.com", "@example.com", "a@", "a\\@b@example.com"],
];

test("an e-mail address is one mailbox", () => {
  const isRead = (text: string) => optionalEmail().safeParse(text).success;
  expect(MAILBOXES.filter((text) => !isRead(text))).toEqual([]);
  expect(NONE.filter(isRead)).toEqual([]);
});

const ROW = {
  ...{ id: 1, status_page_id: 1, type: "slack", filter: "services", incident_types: [] },
  ...{ confirmed_at: "2026-01-01T00:00:00", address_key: "k", quarantined_at: null },
  ...{ quarantined_until: null, quarantine_kind: null, quarantine_reason: null },
  ...{ service_ids: [1], group_ids: [] },
} as const;
type Row = Parameters<typeof mergedDoubles>[0][number];
const row = (fields: Partial<Row>) => ({ ...ROW, incident_types: [], ...fields }) as Row;

test("of doubles the confirmed one stays, and hears no more than before", () => {
  const merged = (...rows: Row[]) => {
    const { kept, service_ids, gone_ids } = mergedDoubles(rows);
    return [kept.id, kept.filter, service_ids, gone_ids];
  };
  const all: Partial<Row> = { filter: "all", service_ids: [] };
  const asked = { confirmed_at: null };
  expect(merged(row({ ...all, ...asked }), row({ id: 2 }))).toEqual([2, "services", [1], [1]]);
  expect(merged(row({}), row({ id: 2, ...all }))).toEqual([2, "all", [], [1]]);
  expect(merged(row({}), row({ id: 2, service_ids: [1, 3] }))).toEqual([
    1,
    "services",
    [1, 3],
    [2],
  ]);
  expect(merged(row({}), row({ id: 2, service_ids: [3], ...asked }))).toEqual([
    ...[1, "services", [1], [2]],
  ]);
  expect(merged(row({}), row({ id: 2, service_ids: [3], group_ids: [5] }))).toEqual([
    ...[1, "services", [1], []],
  ]);
  const stopped = { quarantine_kind: "unwanted", quarantined_until: "9999-01-01T00:00:00" };
  expect(mergedDoubles([row({}), row({ id: 2, ...asked, ...stopped })]).kept).toMatchObject({
    ...{ id: 1, ...stopped },
  });
});
