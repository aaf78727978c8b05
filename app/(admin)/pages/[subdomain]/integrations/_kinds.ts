import type { Integration } from "#lib/pages/integrations/schema.ts";

type Field = Exclude<keyof Integration, "id" | "name" | "settings"> | "password";

/** A field of a kind, under the name that the vendor has for it. */
type Told<T extends string = string> = { field: Field; text: T; options?: readonly string[] };

const MAIL = { field: "email_from_address", text: "sender" } as const;
const SITES = [
  "datadoghq.com",
  "us3.datadoghq.com",
  "us5.datadoghq.com",
  "datadoghq.eu",
  "ap1.datadoghq.com",
  "ap2.datadoghq.com",
  "ddog-gov.com",
] as const;

const CLOUDFLARE = {
  vendor: "Cloudflare for SaaS",
  purpose: "domains",
  fields: [
    { field: "key", text: "api_token" },
    { field: "user", text: "zone_id" },
  ],
} as const;
const BUNNY = {
  vendor: "bunny.net",
  purpose: "domains",
  fields: [
    { field: "key", text: "api_key" },
    { field: "user", text: "pull_zone_id" },
  ],
} as const;

/** Each kind's name and purpose, and its fields in the vendor's words. */
const KINDS = {
  smtp: {
    vendor: "SMTP",
    purpose: "mail",
    fields: [
      { field: "relay", text: "smtp_server" },
      { field: "port", text: "port" },
      { field: "username", text: "user_name" },
      { field: "password", text: "password" },
      MAIL,
    ],
  },
  mailgun: {
    vendor: "Mailgun",
    purpose: "mail",
    fields: [
      { field: "key", text: "api_key" },
      { field: "domain", text: "sending_domain" },
      { field: "region", text: "region", options: ["us", "eu"] },
      MAIL,
      { field: "password", text: "signing_key" },
    ],
  },
  sendgrid: {
    vendor: "SendGrid",
    purpose: "mail",
    fields: [
      { field: "key", text: "api_key" },
      MAIL,
      { field: "password", text: "verification_key" },
    ],
  },
  twilio: {
    vendor: "Twilio",
    purpose: "sms",
    fields: [
      { field: "user", text: "account_sid" },
      { field: "key", text: "auth_token" },
      { field: "phone_number", text: "from_number" },
    ],
  },
  esendex: {
    vendor: "Esendex",
    purpose: "sms",
    fields: [
      { field: "username", text: "user_name" },
      { field: "password", text: "password" },
      { field: "user", text: "account_reference" },
    ],
  },
  slack: {
    vendor: "Slack",
    purpose: "chat",
    fields: [
      { field: "user", text: "client_id" },
      { field: "key", text: "client_secret" },
    ],
  },
  datadog: {
    vendor: "Datadog",
    purpose: "metrics",
    fields: [
      { field: "key", text: "api_key" },
      { field: "password", text: "application_key" },
      { field: "region", text: "site", options: SITES },
    ],
  },
  pingdom: {
    vendor: "Pingdom",
    purpose: "metrics",
    fields: [{ field: "key", text: "api_token" }],
  },
  newrelic: {
    vendor: "New Relic",
    purpose: "metrics",
    fields: [
      { field: "user", text: "account_id" },
      { field: "key", text: "user_key" },
      { field: "region", text: "region", options: ["us", "eu"] },
    ],
  },
  social: {
    vendor: "Mastodon",
    purpose: "social",
    fields: [
      { field: "domain", text: "server" },
      { field: "key", text: "access_token" },
    ],
  },
  calendar: {
    vendor: "iCalendar",
    purpose: "calendar",
    fields: [{ field: "key", text: "ical_address" }],
  },
  cloudflare: CLOUDFLARE,
  bunny: BUNNY,
  cdn_a: CLOUDFLARE,
  cdn_b: BUNNY,
  translate: {
    vendor: "LibreTranslate",
    purpose: "translation",
    fields: [
      { field: "domain", text: "server" },
      { field: "key", text: "api_key" },
    ],
  },
  captcha: {
    vendor: "Captcha",
    purpose: "captcha",
    fields: [
      { field: "key", text: "site_key" },
      { field: "password", text: "secret_key" },
    ],
  },
} as const satisfies Record<string, { vendor: string; purpose: string; fields: readonly Told[] }>;

type Kinds = typeof KINDS;
export type KindName = keyof Kinds;
type Text = Kinds[KindName]["fields"][number]["text"];
export type Kind = {
  vendor: string;
  purpose: Kinds[KindName]["purpose"];
  fields: readonly Told<Text>[];
};

/** Kinds that are offered; the others are old names of theirs. */
export const OFFERED = (Object.keys(KINDS) as KindName[]).filter(
  (name) => !name.startsWith("cdn_"),
);

export function isKind(name: string | undefined): name is KindName {
  return name !== undefined && Object.hasOwn(KINDS, name);
}

export function kindOf(name: KindName): Kind {
  return KINDS[name];
}

export function vendorOf(name: string): string {
  return isKind(name) ? KINDS[name].vendor : name;
}

const TESTED = {
  smtp: "mail",
  mailgun: "mail",
  sendgrid: "mail",
  twilio: "phone_number",
  esendex: "phone_number",
  social: "account",
  translate: "words",
} as const;

/** Where a test of an integration goes; null: it has none. */
export function testedTo(name: KindName): (typeof TESTED)[keyof typeof TESTED] | null {
  return name in TESTED ? TESTED[name as keyof typeof TESTED] : null;
}

const VERIFYING = ["twilio", "mailgun", "sendgrid"] as const;

/** The provider whose calls are verified, if it calls. */
export function verifyingText(name: KindName): (typeof VERIFYING)[number] | null {
  return VERIFYING.find((known) => known === name) ?? null;
}
