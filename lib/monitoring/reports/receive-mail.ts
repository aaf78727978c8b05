import type { Context } from "#lib/core/request/context.ts";
import {
  type Inbox,
  openMailbox,
  recordReport,
  refusalOf,
  requireUnderstood,
} from "#lib/monitoring/reports/inbox.ts";
import {
  type IncomingMail,
  type PostedMail,
  readPostedMails,
} from "#lib/monitoring/reports/posted-mail.ts";
import { readByKeywords } from "#lib/monitoring/reports/read-by-keywords.ts";
import type { Mail, ReadableMail } from "#lib/monitoring/reports/report-parser.ts";
import { runInWorkerThread } from "#lib/monitoring/reports/run-in-thread.ts";
import {
  type Interpretation,
  type MailReceipt,
  notUnderstood,
} from "#lib/monitoring/reports/schema.ts";
import { redactText } from "#lib/monitoring/reports/secrets.ts";
import { answerSubscription } from "#lib/monitoring/reports/sns.ts";
import { applyBounce, readBounce } from "#lib/notifications/provider-reports/bounces.ts";
import { env } from "#lib/platform/config/env.ts";
import { notFound } from "#lib/platform/errors/errors.ts";
import { MonitoringOptions } from "#lib/services/schema.ts";
import { type Returned, readReturnPath } from "#lib/subscribers/return-path.ts";

const MAX_SERVICES = 5;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The UUID in an address of INBOUND_EMAIL_DOMAIN; null: another address. */
export function inboundIdOf(address: string): string | null {
  const [, id = "", domain = ""] =
    /^<?([^@]+)@([^@>]+)>?$/.exec(address.trim().toLowerCase()) ?? [];
  return domain === env().INBOUND_EMAIL_DOMAIN.toLowerCase() && UUID.test(id) ? id : null;
}

async function mailOf(post: IncomingMail, tenant: string): Promise<Mail | null> {
  if ("mail" in post) return { ...post.mail, recipients: [], delivery_status: null };
  const mail = await runInWorkerThread({ mail: post.raw }, tenant);
  return mail && { ...mail, subject: mail.subject || (post.subject ?? "") };
}

function understand({ service }: Inbox, mail: ReadableMail | null): Interpretation {
  if (service.monitoring !== "3rd_party") return notUnderstood("not_expected", service.monitoring);
  if (!mail) return notUnderstood("unreadable");
  return readByKeywords(mail, MonitoringOptions.parse(service.monitoring_options ?? {}));
}

async function take(inbox: Inbox, mail: ReadableMail | null): Promise<MailReceipt> {
  const read = understand(inbox, mail);
  const parts = mail?.forwarded ? [mail, mail.forwarded] : [mail];
  const content = parts.map((one) => (one ? `${one.subject}\n\n${one.text}` : "")).join("\n\n");
  const kept = redactText(content.trim(), inbox.service.inbound_email_id);
  const report = { source: "mail" as const, kind: null, content: kept };
  const { outcome, changed } = await recordReport(inbox, report, read);
  const { understood, reason } = outcome;
  return { understood, changed, reason: understood === null ? reason : null };
}

async function openMailboxes(ctx: Context, addresses: readonly string[]): Promise<Inbox[]> {
  const ids = new Set(addresses.map(inboundIdOf).filter((id) => id !== null));
  const found: Inbox[] = [];
  for (const id of [...ids].slice(0, MAX_SERVICES)) {
    const inbox = await openMailbox(ctx, id);
    if (inbox) found.push(inbox);
  }
  return found;
}

/** Returned mail of a recipient has one return path; replies to it are not read. */
async function takeBounce(
  ctx: Context,
  [returned]: readonly Returned[],
  post: IncomingMail,
): Promise<void> {
  if (!returned || !("raw" in post)) return;
  const mail = await runInWorkerThread({ mail: post.raw }, `page ${returned.status_page_id}`);
  const bounce = mail?.delivery_status ? readBounce(mail.delivery_status) : null;
  if (bounce) await applyBounce(ctx, returned, bounce);
}

/**
 * Receives a mail for the services it is addressed to.
 * @param recipients of the envelope; none: those in its headers
 * @returns one result per service; none: no service has such an address
 */
export async function receiveMail(
  ctx: Context,
  recipients: readonly string[],
  post: IncomingMail,
): Promise<MailReceipt[]> {
  const returned = recipients.map(readReturnPath).filter((one) => one !== null);
  if (returned.length > 0) await takeBounce(ctx, returned, post);
  const given = await openMailboxes(ctx, recipients);
  const isGiven = recipients.length > 0;
  // A mail without a known recipient is not parsed.
  if (isGiven && given.length === 0) return [];
  const mail = await mailOf(post, String(given[0]?.grant.organization_id ?? ""));
  const inboxes = isGiven ? given : await openMailboxes(ctx, mail?.recipients ?? []);
  const taken: MailReceipt[] = [];
  for (const inbox of inboxes) taken.push(await take(inbox, mail));
  return taken;
}

export async function recordTooLarge(ctx: Context, recipients: readonly string[]): Promise<void> {
  for (const inbox of await openMailboxes(ctx, recipients))
    await recordReport(
      inbox,
      { source: "mail", kind: null, content: "" },
      notUnderstood("too_large"),
    );
}

async function receivePosted(
  ctx: Context,
  { recipients, post }: PostedMail,
): Promise<MailReceipt[]> {
  const taken = await receiveMail(ctx, recipients, post);
  const isBounce = recipients.some((address) => readReturnPath(address) !== null);
  if (taken.length === 0 && !isBounce) throw notFound();
  return taken;
}

/**
 * Receives what a mail provider posts: one or several mails, or a subscription of Amazon SNS.
 * @throws {AppError} `not_found` where no service has such an address; `not_understood`
 */
export async function receivePostedMails(
  ctx: Context,
  url: string,
  body: Buffer,
): Promise<MailReceipt[]> {
  const { mails, subscription } = await readPostedMails(url, body);
  if (subscription) {
    const outcome = await answerSubscription(subscription);
    requireUnderstood(outcome);
  }
  if (!mails) throw refusalOf(notUnderstood("unknown_form"));
  const [only] = mails;
  if (only && mails.length === 1) return receivePosted(ctx, only);
  const taken: MailReceipt[] = [];
  for (const mail of mails) taken.push(...(await receiveMail(ctx, mail.recipients, mail.post)));
  return taken;
}
