import type { Context } from "#lib/core/request/context.ts";
import { runApart } from "#lib/monitoring/reports/apart.ts";
import { type Inbox, openMailbox } from "#lib/monitoring/reports/inbox.ts";
import { readByKeywords } from "#lib/monitoring/reports/keywords.ts";
import type { Mail } from "#lib/monitoring/reports/mail.ts";
import { noteReport } from "#lib/monitoring/reports/note-report.ts";
import { type Outcome, unclear } from "#lib/monitoring/reports/outcome.ts";
import { type Post, readPost } from "#lib/monitoring/reports/read-post.ts";
import type { MailTaken } from "#lib/monitoring/reports/schema.ts";
import { keptText } from "#lib/monitoring/reports/secrets.ts";
import { env } from "#lib/platform/config/env.ts";
import { notFound } from "#lib/platform/errors/errors.ts";
import { MonitoringOptions } from "#lib/services/schema.ts";

const MAX_SERVICES = 5;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The inbound id that an address is of, whether or not a service has it; null: it is none. */
export function inboundIdOf(address: string): string | null {
  const [, id = "", domain = ""] =
    /^<?([^@]+)@([^@>]+)>?$/.exec(address.trim().toLowerCase()) ?? [];
  return domain === env().INBOUND_EMAIL_DOMAIN.toLowerCase() && UUID.test(id) ? id : null;
}

async function mailOf(post: Post, whose: string): Promise<Mail | null> {
  if ("mail" in post) return { ...post.mail, recipients: [] };
  const mail = await runApart({ mail: post.raw }, whose);
  return mail && { ...mail, subject: mail.subject || (post.subject ?? "") };
}

function understand({ service }: Inbox, mail: Pick<Mail, "subject" | "text"> | null): Outcome {
  if (service.monitoring !== "3rd_party") return unclear("not_expected", service.monitoring);
  if (!mail) return unclear("unreadable");
  return readByKeywords(mail, MonitoringOptions.parse(service.monitoring_options ?? {}));
}

async function take(inbox: Inbox, mail: Omit<Mail, "recipients"> | null): Promise<MailTaken> {
  const outcome = understand(inbox, mail);
  const content = mail ? `${mail.subject}\n\n${mail.text}` : "";
  const kept = keptText(content.trim(), inbox.service.inbound_email_id);
  const changed = await noteReport(inbox, { source: "mail", kind: null, content: kept }, outcome);
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

/**
 * Takes a mail for the services that it is addressed to.
 * @param recipients whom it was delivered to; none: whom its headers name
 * @returns what each of them understood; none: nobody has such an address
 */
export async function takeMail(
  ctx: Context,
  recipients: readonly string[],
  post: Post,
): Promise<MailTaken[]> {
  const given = await openMailboxes(ctx, recipients);
  const isGiven = recipients.length > 0;
  // What is addressed to nobody is not even read.
  if (isGiven && given.length === 0) return [];
  const mail = await mailOf(post, String(given[0]?.grant.organization_id ?? ""));
  const inboxes = isGiven ? given : await openMailboxes(ctx, mail?.recipients ?? []);
  const taken: MailTaken[] = [];
  for (const inbox of inboxes) taken.push(await take(inbox, mail));
  return taken;
}

/** Keeps that a mail was too large to be read. */
export async function noteTooLarge(ctx: Context, recipients: readonly string[]): Promise<void> {
  for (const inbox of await openMailboxes(ctx, recipients))
    await noteReport(inbox, { source: "mail", kind: null, content: "" }, unclear("too_large"));
}

/**
 * Takes a mail that a provider posts.
 * @throws {AppError} `not_found` where nobody has such an address
 */
export async function takePostedMail(
  ctx: Context,
  url: string,
  body: Buffer,
): Promise<MailTaken[]> {
  const { recipients, post } = await readPost(url, body);
  const taken = await takeMail(ctx, recipients, post);
  if (taken.length === 0) throw notFound();
  return taken;
}
