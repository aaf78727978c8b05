import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import type { Channel, Sender } from "#lib/channels/channel.ts";
import { DIRECT, SMS } from "#lib/channels/channels.ts";
import { maildir } from "#lib/channels/email/maildir.ts";
import { mailgun } from "#lib/channels/email/mailgun.ts";
import { sendgrid } from "#lib/channels/email/sendgrid.ts";
import { smtp } from "#lib/channels/email/smtp.ts";
import type { EmailMessage, Letters } from "#lib/channels/email/template.ts";
import { senderOf } from "#lib/channels/sender.ts";
import { env } from "#lib/env.ts";
import { findEnabled } from "#lib/integrations/queries.ts";
import type { Integration } from "#lib/integrations/schema.ts";
import { serializeIntegration } from "#lib/integrations/serialize.ts";
import { relayOf, tenantsRelay } from "#lib/mail/relay.ts";
import { bounded } from "#lib/sms-bounds/bounded.ts";
import type { Settings } from "#lib/status-pages/schema.ts";
import type { SubscriptionType } from "#lib/subscriptions/schema.ts";

/** What the messages of one kind leave a page by. */
export type Route = {
  sender: Sender | null;
  /** Messages by one way count together, whoever sends them: the way learns how fast it is. */
  way: string;
  /** What providers limit: how much leaves by our account, or how much comes to each address. */
  limits: "account" | "address";
  from_address: string;
  channelFor(letters: Letters | null): Channel<object>;
};

const MAIL = ["smtp", "mailgun", "sendgrid"] as const;
const PROVIDERS: Record<string, (letters: Letters) => Channel<EmailMessage>> = {
  mailgun,
  sendgrid,
};

type Through = { fields: Integration; sender: Sender };

async function integrationOf(
  db: Db,
  grant: PageGrant,
  names: readonly string[],
): Promise<Through | null> {
  const row = await findEnabled(db, grant, names);
  if (!row) return null;
  return { fields: serializeIntegration(row), sender: senderOf(row) };
}

function written(letters: Letters | null): Letters {
  if (!letters) throw new Error("e-mail without letters");
  return letters;
}

type MailRoute = Omit<Route, "way" | "limits">;

function byRelay({ fields, sender }: Through, settings: Settings): MailRoute {
  const { relay, port, username, email_from_address } = fields;
  const password = sender.password ?? sender.key;
  const server = tenantsRelay(relay ?? "", port, { user: username, password });
  const from = email_from_address ?? env().MAIL_FROM;
  return {
    sender,
    from_address: settings.notification_email ?? from,
    channelFor: (letters) => smtp(server, from, written(letters)),
  };
}

function byProvider({ fields, sender }: Through, settings: Settings): MailRoute | null {
  const provider = PROVIDERS[fields.name];
  if (!provider) return null;
  const from = fields.email_from_address ?? env().MAIL_FROM;
  return {
    sender,
    from_address: settings.notification_email ?? from,
    channelFor: (letters) => provider(written(letters)),
  };
}

function byServer(settings: Settings): MailRoute {
  const { SMTP_URL, MAIL_FROM } = env();
  return {
    sender: null,
    from_address: settings.notification_email ?? MAIL_FROM,
    channelFor: (letters) =>
      SMTP_URL ? smtp(relayOf(SMTP_URL), MAIL_FROM, written(letters)) : maildir(written(letters)),
  };
}

function byText(
  db: Db,
  grant: PageGrant,
  through: Through | null,
  settings: Settings,
): Route | null {
  const unbounded = through && SMS[through.fields.name];
  if (!unbounded) return null;
  const channel = bounded(unbounded, db, grant, settings);
  const { fields, sender } = through;
  return {
    sender,
    way: `integration ${fields.id}`,
    limits: "account",
    from_address: "",
    channelFor: () => channel,
  };
}

/** @returns null: the page has no way to send that kind */
export async function routeOf(
  db: Db,
  grant: PageGrant,
  type: SubscriptionType,
  settings: Settings,
): Promise<Route | null> {
  const own = `organization ${grant.organization_id}`;
  if (type === "sms")
    return byText(db, grant, await integrationOf(db, grant, Object.keys(SMS)), settings);
  if (type !== "email") {
    const channel = DIRECT[type];
    const limits = "address" as const;
    return { sender: null, way: own, limits, from_address: "", channelFor: () => channel };
  }
  const through = await integrationOf(db, grant, MAIL);
  if (through) {
    const route = byProvider(through, settings) ?? byRelay(through, settings);
    return { ...route, way: `integration ${through.fields.id}`, limits: "account" };
  }
  return { ...byServer(settings), way: "server", limits: "account" };
}

const TAKEN = { mails: 250, by_provider: 1_000, others: 200 };

/** How many messages of a kind are made ready together. */
export async function takenTogether(
  db: Db,
  grant: PageGrant,
  type: SubscriptionType,
): Promise<number> {
  if (type !== "email") return TAKEN.others;
  const through = await findEnabled(db, grant, MAIL);
  return through && PROVIDERS[through.name] ? TAKEN.by_provider : TAKEN.mails;
}
