import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import { hashToken, newSecret } from "#lib/core/access/tokens.ts";
import { pageUrl } from "#lib/core/addresses/url.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { lockPage } from "#lib/core/transaction/queries.ts";
import { deleteJoinLink, findJoinLink, replaceJoinLink } from "#lib/pages/join-links/queries.ts";
import type { JoinLink } from "#lib/pages/join-links/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { seal, unsealIfOurs } from "#lib/platform/crypto/seal.ts";
import { invalid, notFound } from "#lib/platform/errors/errors.ts";

function serialize(grant: PageGrant, token: string, inserted_at: string): JoinLink {
  return { url: `${pageUrl(grant)}/join/${token}`, inserted_at };
}

/** A link under a lost APP_SECRET counts as none. @throws {AppError} `not_found`, `forbidden` */
export async function getJoinLink(ctx: Context, target: PageTarget): Promise<JoinLink> {
  const grant = await authorize(ctx, "page.read", target);
  const row = await findJoinLink(ctx.db, grant);
  const token = row && unsealIfOurs(row.token_sealed);
  if (!row || !token) throw notFound();
  return serialize(grant, token, row.inserted_at);
}

/** The old link and its mailed ones end. @throws {AppError} `not_found`, `forbidden`, `invalid` */
export async function renewJoinLink(ctx: Context, target: PageTarget): Promise<JoinLink> {
  const grant = await authorize(ctx, "status_page.write", target);
  const token = newSecret();
  const inserted_at = wireNow();
  return changeRecords(ctx, grant, async (trx) => {
    const { member_restricted } = await lockPage(trx, grant);
    if (!member_restricted) throw invalid({ base: [{ code: "nobody_joins" }] });
    const values = { token_hash: hashToken(token), token_sealed: seal(token), inserted_at };
    await replaceJoinLink(trx, grant, values);
    return {
      result: serialize(grant, token, inserted_at),
      audit: { action: "join_link.create", subject_id: grant.status_page_id },
      events: [],
    };
  });
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function revokeJoinLink(ctx: Context, target: PageTarget): Promise<void> {
  const grant = await authorize(ctx, "status_page.write", target);
  return changeRecords(ctx, grant, async (trx) => {
    if (!(await deleteJoinLink(trx, grant))) throw notFound();
    return {
      result: undefined,
      audit: { action: "join_link.delete", subject_id: grant.status_page_id },
      events: [],
    };
  });
}
