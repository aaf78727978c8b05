import { timingSafeEqual } from "node:crypto";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import { hashToken, isSecret, newSecret } from "#lib/core/access/tokens.ts";
import { orderMessage } from "#lib/core/outbox/messages.ts";
import type { Context } from "#lib/core/request/context.ts";
import { slowDown, take } from "#lib/core/throttle/rate-limit.ts";
import { recordFacts } from "#lib/core/transaction/change.ts";
import { allowedDomains, allowsAddress } from "#lib/pages/email-domains.ts";
import { findJoinLink, insertJoinRequest } from "#lib/pages/join-links/queries.ts";
import type { AskToJoin } from "#lib/pages/join-links/schema.ts";
import { type Face, readFace } from "#lib/pages/page-identity.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { unsealIfOurs } from "#lib/platform/crypto/seal.ts";
import { notFound } from "#lib/platform/errors/errors.ts";
import type { Locale } from "#lib/platform/i18n/translator.ts";

const PER_ADDRESS = { name: "requests to join of an address", most: 3, period_s: 60 * 60 };

export type JoinTarget = PageTarget & { token: string };

async function isLink(ctx: Context, grant: PageGrant, token: string): Promise<boolean> {
  const link = isSecret(token) ? await findJoinLink(ctx.db, grant) : undefined;
  if (!link || unsealIfOurs(link.token_sealed) === null) return false;
  return timingSafeEqual(link.token_hash, hashToken(token));
}

/**
 * Whose page a link is for, and whether it leads in: also not when the page lets in nobody by it.
 * @throws {AppError} `not_found` where nobody has to sign in; `forbidden` at a wrong address
 */
export async function openJoinLink(
  ctx: Context,
  { token, ...target }: JoinTarget,
): Promise<Face & { grant: PageGrant; isOpen: boolean }> {
  const grant = await authorize(ctx, "page.sign_in", target);
  const face = await readFace(ctx, grant);
  const isOpen = allowedDomains(face.settings).length > 0 && (await isLink(ctx, grant, token));
  return { ...face, grant, isOpen };
}

/**
 * Mails a link to an address that may join. Whether it may, and whether it has an account, is told
 * neither by the answer nor by its time: a message that goes to nobody is ordered as well.
 * @throws {AppError} `not_found`, `forbidden`, `rate_limited`
 */
export async function askToJoin(
  ctx: Context,
  target: JoinTarget,
  { email, company }: AskToJoin,
  locale: Locale,
): Promise<void> {
  const { grant, settings, isOpen } = await openJoinLink(ctx, target);
  if (!isOpen) throw notFound();
  if (company) return;
  await slowDown(ctx);
  const whose = `${grant.status_page_id} ${email.toLowerCase()}`;
  const isOften = (await take(ctx.db, PER_ADDRESS, whose)) > 0;
  const mayJoin = allowsAddress(settings, email) && !isOften;
  const token = newSecret();
  const expires_at = later(wireNow(), DAY_SECONDS);
  await recordFacts(ctx, grant, async (trx) => {
    if (mayJoin)
      await insertJoinRequest(trx, grant, { token_hash: hashToken(token), email, expires_at });
    await orderMessage(trx, {
      kind: "page.join",
      status_page_id: grant.status_page_id,
      params: { email: mayJoin ? email : "", token, locale },
      expires_at,
    });
    return { result: undefined, audit: null, events: [] };
  });
}
