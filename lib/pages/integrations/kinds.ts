import { CDN_PROVIDERS } from "#lib/core/fields/aliases.ts";

type IntegrationField =
  | "user"
  | "phone_number"
  | "domain"
  | "email_from_address"
  | "key"
  | "password"
  | "relay"
  | "username";

/**
 * What an integration cannot do without; whatever else it is given is kept. `sent_to` decides where
 * its secrets go: who changes that gives them again, or anybody who may change an integration could
 * have its secrets sent to a server of theirs.
 */
export type Kind = {
  needs: IntegrationField[];
  sent_to?: (IntegrationField | "port" | "region")[];
};

const CDN: Kind = { needs: ["key"] };

const KINDS: Record<string, Kind> = {
  smtp: { needs: ["relay", "email_from_address"], sent_to: ["relay", "port"] },
  mailgun: { needs: ["key", "domain", "email_from_address"], sent_to: ["region"] },
  sendgrid: { needs: ["key", "email_from_address"] },
  twilio: { needs: ["user", "key", "phone_number"] },
  esendex: { needs: ["username", "password"] },
  slack: { needs: ["key"] },
  datadog: { needs: ["key"], sent_to: ["region"] },
  pingdom: { needs: ["key"] },
  newrelic: { needs: ["key"], sent_to: ["region"] },
  social: { needs: ["key"], sent_to: ["domain"] },
  // The address stands in the key, or in the settings: one of them is needed.
  calendar: { needs: [] },
  ...Object.fromEntries(CDN_PROVIDERS.map((name) => [name, CDN])),
  translate: { needs: ["key"], sent_to: ["domain", "region"] },
  captcha: { needs: ["key", "password"] },
};

export const INTEGRATION_NAMES = Object.keys(KINDS);

export function kindOf(name: string): Kind {
  const kind = KINDS[name];
  if (!kind) throw new Error(`No integration is called ${name}`);
  return kind;
}
