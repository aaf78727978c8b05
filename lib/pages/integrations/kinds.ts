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
 * `needs`: required fields. `sent_to`: fields that decide where secrets are sent. Changing them
 * requires the secrets again; otherwise an operator could redirect secrets to a server of their
 * own.
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
  // Needs the address in either the key or the settings.
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
