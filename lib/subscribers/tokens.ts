import { createHmac, randomBytes } from "node:crypto";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { hashToken } from "#lib/core/access/tokens.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { keyFor, seal, unsealIfOurs } from "#lib/platform/crypto/seal.ts";
import {
  deleteLinks,
  findManageLink,
  insertLink,
  insertManageLinks,
  insertReplaced,
  listAddresses,
  listManageLinks,
  listUsed,
} from "#lib/subscribers/tokens.queries.ts";

/** How long a confirmation link works, and an unconfirmed subscription stays. */
export const CONFIRM_DAYS = 7;

const TOKEN_BYTES = 24;

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** @param address as `listAddresses` returns it; undefined: the subscription is gone */
function linkFor(grant: PageGrant, subscription_id: number, address: string | undefined) {
  const derived = createHmac("sha256", keyFor("allclear links of subscribers"))
    .update(`${grant.status_page_id} ${address}`)
    .digest("base64url")
    .slice(0, newToken().length);
  return linkOf(subscription_id, address === undefined ? newToken() : derived);
}

function linkOf(subscription_id: number, token: string) {
  return { subscription_id, token, token_hash: hashToken(token), token_sealed: seal(token) };
}

/**
 * Derives tokens from the address: an old mail's link ends a later subscription too, and nothing is
 * stored about people who left. A replaced token is never used again.
 */
async function linksFor(db: Db, grant: PageGrant, ids: readonly number[]) {
  const addresses = await listAddresses(db, grant, ids);
  const links = ids.map((id) => linkFor(grant, id, addresses.get(id)));
  const hashes = links.map(({ token_hash }) => token_hash);
  const used = await listUsed(db, grant, hashes);
  const isUsed = (hash: Buffer) => used.some((one) => one.equals(hash));
  return links.map((link) =>
    isUsed(link.token_hash) ? linkOf(link.subscription_id, newToken()) : link,
  );
}

export async function newConfirmToken(
  trx: Trx,
  grant: PageGrant,
  subscription_id: number,
): Promise<{ token: string; expires_at: string }> {
  const token = newToken();
  const expires_at = later(wireNow(), CONFIRM_DAYS * DAY_SECONDS);
  const token_hash = hashToken(token);
  await insertLink(trx, grant, { subscription_id, purpose: "confirm", token_hash, expires_at });
  return { token, expires_at };
}

/**
 * Gets the token of the manage link, the same in every message until the subscriber renews it.
 * @param trx holds the lock of the subscription
 */
export async function manageToken(
  trx: Trx,
  grant: PageGrant,
  subscription_id: number,
): Promise<string> {
  const sealed = await findManageLink(trx, grant, subscription_id);
  const known = sealed && unsealIfOurs(sealed);
  if (known) return known;
  const links = await linksFor(trx, grant, [subscription_id]);
  await insertManageLinks(trx, grant, links, sealed ? [sealed] : []);
  return links[0]?.token ?? "";
}

/**
 * Ends every link to a subscription and creates a new one.
 * @param trx holds the lock of the subscription
 */
export async function renewToken(
  trx: Trx,
  grant: PageGrant,
  subscription_id: number,
): Promise<string> {
  await deleteLinks(trx, grant, subscription_id);
  const addresses = await listAddresses(trx, grant, [subscription_id]);
  const { token_hash } = linkFor(grant, subscription_id, addresses.get(subscription_id));
  await insertReplaced(trx, grant, token_hash);
  const link = linkOf(subscription_id, newToken());
  await insertManageLinks(trx, grant, [link], []);
  return link.token;
}

/**
 * Sets the token that withdraws an unconfirmed request; null ends all such tokens.
 * @param trx holds the lock of the subscription
 */
export async function setWithdrawToken(
  trx: Trx,
  grant: PageGrant,
  subscription_id: number,
  token: string | null,
): Promise<void> {
  await deleteLinks(trx, grant, subscription_id, "withdraw");
  if (token === null) return;
  const expires_at = later(wireNow(), CONFIRM_DAYS * DAY_SECONDS);
  const token_hash = hashToken(token);
  await insertLink(trx, grant, { subscription_id, purpose: "withdraw", token_hash, expires_at });
}

/** Keeps the tokens that the present APP_SECRET can open. */
function opened(links: ReadonlyMap<number, string>): Map<number, string> {
  return new Map(
    Array.from(links).flatMap(([id, sealed]) => {
      const token = unsealIfOurs(sealed);
      return token === null ? [] : [[id, token] as const];
    }),
  );
}

/** Gets the tokens of many manage links, without a lock; omits deleted subscriptions. */
export async function manageTokens(
  db: Db,
  grant: PageGrant,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const known = await listManageLinks(db, grant, ids);
  const tokens = opened(known);
  const missing = ids.filter((id) => !tokens.has(id));
  if (missing.length > 0) {
    const links = await linksFor(db, grant, missing);
    const lost = missing.flatMap((id) => known.get(id) ?? []);
    await insertManageLinks(db, grant, links, lost);
    // Another process may have inserted links first.
    for (const [id, token] of opened(await listManageLinks(db, grant, missing)))
      tokens.set(id, token);
  }
  return tokens;
}
