import { isMailSent } from "#lib/channels/email/route.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { toWire } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors/errors.ts";
import { deleteKept, listKept, readKept } from "#lib/platform/mail/maildir.ts";

/** The newest mails that are listed. */
const MAX_LISTED = 100;

/** A mail that no server sent. */
type KeptMail = {
  /** Of its file. */
  name: string;
  to: string;
  subject: string;
  /** Wire time. */
  kept_at: string;
};

type KeptLetter = KeptMail & {
  html: string;
  /** Where its button leads; null: it has none. */
  link: string | null;
};

type Kept = Awaited<ReturnType<typeof listKept>>[number];

async function letterOf(kept: Kept): Promise<KeptLetter | null> {
  const mail = await readKept(kept);
  if (!mail) return null;
  const { default: PostalMime } = await import("postal-mime");
  const { to = [], subject = "", html = "", text = "" } = await PostalMime.parse(mail);
  const [link = null] = /^https?:\/\/\S+$/m.exec(text) ?? [];
  const kept_at = toWire(new Date(kept.kept_at));
  return { name: kept.name, to: to[0]?.address ?? "", subject, kept_at, html, link };
}

/**
 * The newest mails of a page that are kept in this node's mail folder, and whether mail is sent now.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function listKeptMail(
  ctx: Context,
  target: PageTarget,
): Promise<{ mails: KeptMail[]; total_count: number; isSent: boolean }> {
  const grant = await authorize(ctx, "subscription.write", target);
  const kept = await listKept(grant.status_page_id);
  const letters = await Promise.all(kept.slice(0, MAX_LISTED).map(letterOf));
  const mails = letters.filter((letter) => letter !== null);
  return { mails, total_count: kept.length, isSent: await isMailSent(ctx.db, grant) };
}

/** Whether a page's mail is sent, not only kept. @throws {AppError} `not_found`, `forbidden` */
export async function sendsMail(ctx: Context, target: PageTarget): Promise<boolean> {
  return isMailSent(ctx.db, await authorize(ctx, "page.read", target));
}

/** One of them. @throws {AppError} `not_found`, `forbidden` */
export async function getKeptMail(
  ctx: Context,
  { name, ...target }: PageTarget & { name: string },
): Promise<KeptLetter> {
  const grant = await authorize(ctx, "subscription.write", target);
  const [kept] = await listKept(grant.status_page_id, name);
  const letter = kept ? await letterOf(kept) : null;
  if (!letter) throw notFound();
  return letter;
}

/** Deletes what is kept for an address in this node's mail folder. */
export async function eraseKeptMail({ status_page_id }: PageGrant, address: string): Promise<void> {
  for (const kept of await listKept(status_page_id))
    if ((await letterOf(kept))?.to.toLowerCase() === address.toLowerCase()) await deleteKept(kept);
}
