import { isMailSent } from "#lib/channels/email/route.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { toWire } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors/errors.ts";
import { deleteMailFile, listMailFiles, readMailFile } from "#lib/platform/mail/maildir.ts";

const MAX_LISTED = 100;

type StoredMail = {
  name: string;
  to: string;
  subject: string;
  kept_at: string;
};

type StoredLetter = StoredMail & {
  html: string;
  link: string | null;
};

type StoredFile = Awaited<ReturnType<typeof listMailFiles>>[number];

async function letterOf(kept: StoredFile): Promise<StoredLetter | null> {
  const mail = await readMailFile(kept);
  if (!mail) return null;
  const { default: PostalMime } = await import("postal-mime");
  const { to = [], subject = "", html = "", text = "" } = await PostalMime.parse(mail);
  const [link = null] = /^https?:\/\/\S+$/m.exec(text) ?? [];
  const kept_at = toWire(new Date(kept.kept_at));
  return { name: kept.name, to: to[0]?.address ?? "", subject, kept_at, html, link };
}

/**
 * Lists the newest mails of a page in this node's mail folder.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function listStoredMail(
  ctx: Context,
  target: PageTarget,
): Promise<{ mails: StoredMail[]; total_count: number; isMailSent: boolean }> {
  const grant = await authorize(ctx, "subscription.write", target);
  const kept = await listMailFiles(grant.status_page_id);
  const renderer = await Promise.all(kept.slice(0, MAX_LISTED).map(letterOf));
  const mails = renderer.filter((letter) => letter !== null);
  return { mails, total_count: kept.length, isMailSent: await isMailSent(ctx.db, grant) };
}

/**
 * Whether the page's mail is sent rather than stored. @throws {AppError} `not_found`, `forbidden`
 */
export async function isPageMailSent(ctx: Context, target: PageTarget): Promise<boolean> {
  return isMailSent(ctx.db, await authorize(ctx, "page.read", target));
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function getStoredMail(
  ctx: Context,
  { name, ...target }: PageTarget & { name: string },
): Promise<StoredLetter> {
  const grant = await authorize(ctx, "subscription.write", target);
  const [kept] = await listMailFiles(grant.status_page_id, name);
  const letter = kept ? await letterOf(kept) : null;
  if (!letter) throw notFound();
  return letter;
}

export async function deleteStoredMail(
  { status_page_id }: PageGrant,
  address: string,
): Promise<void> {
  for (const kept of await listMailFiles(status_page_id))
    if ((await letterOf(kept))?.to.toLowerCase() === address.toLowerCase())
      await deleteMailFile(kept);
}
