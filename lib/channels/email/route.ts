import type { Db } from "#db/index.ts";
import type { Channel, Sender } from "#lib/channels/channel.ts";
import { maildir } from "#lib/channels/email/maildir.ts";
import { mailgun } from "#lib/channels/email/mailgun.ts";
import { sendgrid } from "#lib/channels/email/sendgrid.ts";
import { smtp } from "#lib/channels/email/smtp.ts";
import type { EmailMessage, Letters } from "#lib/channels/email/template.ts";
import { senderOf } from "#lib/channels/sender.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { findEnabled, type IntegrationRow } from "#lib/pages/integrations/queries.ts";
import { serializeIntegration } from "#lib/pages/integrations/serialize.ts";
import type { Settings } from "#lib/pages/schema.ts";
import { env } from "#lib/platform/config/env.ts";
import { relayOf, tenantsRelay } from "#lib/platform/mail/relay.ts";

/** The names of the integrations that send a page's mail. */
export const MAIL_INTEGRATIONS = ["smtp", "mailgun", "sendgrid"] as const;

const PROVIDERS: Record<string, (letters: Letters) => Channel<EmailMessage>> = {
  mailgun,
  sendgrid,
};

/** What a page's mail leaves by. */
type MailRoute = {
  /** Null: the server's own mail server, or its mail folder. */
  sender: Sender | null;
  /** What stands in `From`. */
  from_address: string;
  channelFor(letters: Letters): Channel<EmailMessage>;
};

/** The page's own mail integration; undefined: the server sends its mail. */
function findMailIntegration(db: Db, grant: PageGrant): Promise<IntegrationRow | undefined> {
  return findEnabled(db, grant, MAIL_INTEGRATIONS);
}

function byIntegration(row: IntegrationRow): MailRoute {
  const { name, relay, port, username, email_from_address } = serializeIntegration(row);
  const sender = senderOf(row);
  const from_address = email_from_address ?? env().MAIL_FROM;
  const provider = PROVIDERS[name];
  if (provider) return { sender, from_address, channelFor: provider };
  const password = sender.password ?? sender.key;
  const server = tenantsRelay(relay ?? "", port, { user: username, password });
  return { sender, from_address, channelFor: (letters) => smtp(server, from_address, letters) };
}

function byServer({ status_page_id }: PageGrant): MailRoute {
  const { SMTP_URL, MAIL_FROM } = env();
  return {
    sender: null,
    from_address: MAIL_FROM,
    channelFor: (letters) =>
      SMTP_URL ? smtp(relayOf(SMTP_URL), MAIL_FROM, letters) : maildir(letters, status_page_id),
  };
}

/** By which a page's mail leaves: its own integration, else the server's. */
export async function mailRouteOf(
  db: Db,
  grant: PageGrant,
  { notification_email }: Pick<Settings, "notification_email">,
): Promise<MailRoute> {
  const row = await findMailIntegration(db, grant);
  const route = row ? byIntegration(row) : byServer(grant);
  return { ...route, from_address: notification_email ?? route.from_address };
}

/** Whether a provider sends it, which takes many messages by one call. */
export async function isSentByProvider(db: Db, grant: PageGrant): Promise<boolean> {
  const row = await findMailIntegration(db, grant);
  return row !== undefined && PROVIDERS[row.name] !== undefined;
}

/** Whether mail of a page is sent; false: it is only kept in the mail folder. */
export async function isMailSent(db: Db, grant: PageGrant): Promise<boolean> {
  return Boolean(env().SMTP_URL) || (await findMailIntegration(db, grant)) !== undefined;
}
