import { DOMAIN_PROVIDERS } from "#lib/api/aliases.ts";

const INTEGRATION_FIELDS = [
  "user",
  "phone_number",
  "domain",
  "email_from_address",
  "key",
  "password",
  "relay",
  "username",
  "port",
  "region",
] as const;
type IntegrationField = (typeof INTEGRATION_FIELDS)[number];

/**
 * What an integration cannot do without, and what it takes besides; fields of other kinds mean nothing to it. `sent_to` decides where its
 * secrets go: who changes that gives them again, or anybody who may change an integration could have its secrets sent to a server of theirs.
 */
export type Kind = { needs: IntegrationField[]; takes: IntegrationField[]; sent_to?: IntegrationField[] };

const CDN: Kind = { needs: ["key"], takes: ["user", "domain"] };

const KINDS: Record<string, Kind> = {
  smtp: { needs: ["relay", "email_from_address"], takes: ["port", "username", "password"], sent_to: ["relay", "port"] },
  mailgun: { needs: ["key", "domain", "email_from_address"], takes: ["region"], sent_to: ["region"] },
  sendgrid: { needs: ["key", "email_from_address"], takes: [] },
  twilio: { needs: ["user", "key", "phone_number"], takes: [] },
  esendex: { needs: ["username", "password"], takes: ["user", "phone_number"] },
  slack: { needs: ["key"], takes: [] },
  datadog: { needs: ["key"], takes: ["password", "region"], sent_to: ["region"] },
  pingdom: { needs: ["key"], takes: [] },
  newrelic: { needs: ["key"], takes: ["user", "region"], sent_to: ["region"] },
  social: { needs: ["key"], takes: ["user", "username", "password", "domain"], sent_to: ["domain"] },
  calendar: { needs: ["key"], takes: ["user", "username"] },
  ...Object.fromEntries(DOMAIN_PROVIDERS.map((name) => [name, CDN])),
  translate: { needs: ["key"], takes: ["domain", "region"], sent_to: ["domain", "region"] },
  captcha: { needs: ["key", "password"], takes: [] },
};

export const INTEGRATION_NAMES = Object.keys(KINDS);

export function kindOf(name: string): Kind {
  const kind = KINDS[name];
  if (!kind) throw new Error(`No integration is called ${name}`);
  return kind;
}
