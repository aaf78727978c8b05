import type { Db } from "#db/index.ts";
import type { Channel, Sender } from "#lib/channels/channel.ts";
import { mailgun } from "#lib/channels/email/mailgun.ts";
import {
  type EmailMessage,
  type EmailRenderer,
  mailOf,
  rendering,
} from "#lib/channels/email/message.ts";
import { sendgrid } from "#lib/channels/email/sendgrid.ts";
import { smtp } from "#lib/channels/email/smtp.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { callbackUrl } from "#lib/pages/integrations/health.ts";
import { serializeIntegration } from "#lib/pages/integrations/integrations.ts";
import { findEnabledIntegration, type IntegrationRow } from "#lib/pages/integrations/queries.ts";
import { openSecrets } from "#lib/pages/integrations/secrets.ts";
import type { Settings } from "#lib/pages/schema.ts";
import { env } from "#lib/platform/config/env.ts";
import type { Outcome } from "#lib/platform/http/provider-calls.ts";
import type { Mail } from "#lib/platform/mail/mime.ts";
import {
  isBeyondAscii,
  mayTakeUtf8,
  type Relay,
  relayOf,
  tenantsRelay,
} from "#lib/platform/mail/relay.ts";
import { storeMail } from "#lib/platform/mail/send.ts";
import { delivered, mailOutcome } from "#lib/platform/verdict.ts";

export function senderOf(row: IntegrationRow): Sender {
  const { id, user, username, phone_number, domain, region } = serializeIntegration(row);
  const callback_url = callbackUrl(id);
  return { id, user, username, phone_number, domain, region, callback_url, ...openSecrets(row) };
}

export const MAIL_INTEGRATIONS = ["smtp", "mailgun", "sendgrid"] as const;

/** E-mail of a server without an SMTP relay: stays in the mail folder. */
function maildir(renderer: EmailRenderer, status_page_id: number): Channel<EmailMessage> {
  return {
    kind: "email",
    batch: 1,
    canThread: true,
    hostOf: () => "maildir",
    render: rendering(renderer),
    send: (messages) =>
      Promise.all(
        messages.map(async ({ message }) => {
          await storeMail(mailOf(message), status_page_id);
          return delivered("kept in the maildir");
        }),
      ),
  };
}

const PROVIDERS: Record<string, (renderer: EmailRenderer) => Channel<EmailMessage>> = {
  mailgun,
  sendgrid,
};

type MailRoute = {
  /** Null: the server's own relay, or its mail folder. */
  sender: Sender | null;
  from_address: string;
  /** Null: a provider, or the mail folder. */
  relay: Relay | null;
  channelFor(renderer: EmailRenderer): Channel<EmailMessage>;
};

/** @returns undefined when the server itself sends the page's mail */
function findMailIntegration(db: Db, grant: PageGrant): Promise<IntegrationRow | undefined> {
  return findEnabledIntegration(db, grant, MAIL_INTEGRATIONS);
}

function byIntegration(row: IntegrationRow): MailRoute {
  const { name, relay, port, username, email_from_address } = serializeIntegration(row);
  const sender = senderOf(row);
  const from_address = email_from_address ?? env().MAIL_FROM;
  const provider = PROVIDERS[name];
  if (provider) return { sender, from_address, relay: null, channelFor: provider };
  const password = sender.password ?? sender.key;
  const server = tenantsRelay(relay ?? "", port, { user: username, password });
  return {
    sender,
    from_address,
    relay: server,
    channelFor: (renderer) => smtp(server, () => from_address, renderer),
  };
}

// Pages' own mail servers may refuse envelope senders of other domains.
function byServer({ status_page_id }: PageGrant): MailRoute {
  const { SMTP_URL, MAIL_FROM } = env();
  const relay = SMTP_URL ? relayOf(SMTP_URL) : null;
  return {
    sender: null,
    from_address: MAIL_FROM,
    relay,
    channelFor: (renderer) =>
      relay
        ? smtp(relay, ({ return_path }) => return_path ?? MAIL_FROM, renderer)
        : maildir(renderer, status_page_id),
  };
}

export async function mailRouteOf(
  db: Db,
  grant: PageGrant,
  { notification_email }: Pick<Settings, "notification_email">,
): Promise<MailRoute> {
  const row = await findMailIntegration(db, grant);
  const route = row ? byIntegration(row) : byServer(grant);
  return { ...route, from_address: notification_email ?? route.from_address };
}

/** Whether the page's mail server can send to an address, as far as it says. */
export async function takesAddress(db: Db, grant: PageGrant, address: string): Promise<boolean> {
  if (!isBeyondAscii(address)) return true;
  const row = await findMailIntegration(db, grant);
  const { relay } = row ? byIntegration(row) : byServer(grant);
  return relay === null || mayTakeUtf8(relay);
}

/** Whether a provider with batch calls sends the page's mail. */
export async function isSentByProvider(db: Db, grant: PageGrant): Promise<boolean> {
  const row = await findMailIntegration(db, grant);
  return row !== undefined && PROVIDERS[row.name] !== undefined;
}

/** Whether the page's mail is sent; false: it is only stored in the mail folder. */
export async function isMailSent(db: Db, grant: PageGrant): Promise<boolean> {
  return Boolean(env().SMTP_URL) || (await findMailIntegration(db, grant)) !== undefined;
}

const NO_LINKS = { manage_url: null, unsubscribe_url: null, isThreaded: false, earlier: null };

/** Sends one mail by the page's mail route. @param name display name in `From` @param return_path where it comes back by the server's relay */
export async function sendPageMail(
  db: Db,
  grant: PageGrant,
  settings: Settings,
  { name, return_path, ...mail }: Omit<Mail, "from"> & { name: string; return_path: string | null },
): Promise<Outcome> {
  const { to, message_id, ...written } = mail;
  const { sender, from_address, channelFor } = await mailRouteOf(db, grant, settings);
  const template = { ...written, from: { name, address: from_address } };
  const links = { references: "", manage_url: "", unsubscribe_url: "" };
  const values = { email: to, message_id, ...links };
  const channel = channelFor({ templateOf: () => template, valuesOf: () => values });
  const recipient = { address: to, secret: null, ...NO_LINKS, return_path };
  const messages = { recipient, message: { template, values } };
  const [verdict] = await channel.send([messages], { sender });
  return mailOutcome(verdict);
}
