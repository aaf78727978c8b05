import { isIP } from "node:net";
import { database } from "#db/index.ts";
import { authorizeSubscriber } from "#lib/core/access/authorize.ts";
import { isBetween, Moved } from "#lib/core/moves/move.ts";
import { enqueue, type Payloads } from "#lib/core/queue/enqueue.ts";
import { type Context, requestContext } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { seal, unsealIfOurs } from "#lib/platform/crypto/seal.ts";
import { lookUp } from "#lib/platform/dns/look-up.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { callHttp } from "#lib/platform/http/http.ts";
import { deleteSubscriptionRow } from "#lib/subscribers/queries.ts";
import type { ManageTarget } from "#lib/subscribers/sign-up/manage.ts";

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 65_536;

async function end(ctx: Context, target: ManageTarget): Promise<void> {
  const grant = await authorizeSubscriber(ctx, { ...target, purpose: "manage" });
  await changeRecords(ctx, grant, async (trx) => {
    const { id, type } = await deleteSubscriptionRow(trx, grant, grant.subscription_id);
    const audit = { action: "subscription.unsubscribe", subject_id: id, changes: { type } };
    return { result: undefined, audit, events: [] };
  });
}

/**
 * Ends a subscription and its links, even if its holder can no longer see the page. While the
 * organization is moved, and after that, a job does it where the organization then is.
 * @throws {AppError} `not_found`
 */
export async function unsubscribe(ctx: Context, target: ManageTarget): Promise<void> {
  await end(ctx, target).catch(async (error) => {
    if (!isBetween(error)) throw error;
    const { subdomain, token } = target;
    const payload = { subdomain, token_sealed: seal(token) };
    await ctx.db.transaction().execute((trx) => enqueue(trx, "unsubscribe-elsewhere", payload));
  });
}

async function forward(moved_to: string, { subdomain, token }: ManageTarget): Promise<void> {
  const url = `${moved_to}/s/${subdomain}/unsubscribe/${token}`;
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const request = { method: "POST", headers, body: "List-Unsubscribe=One-Click" };
  // The operator named it, so it may be in their own network.
  const { hostname } = new URL(moved_to);
  const found = isIP(hostname) ? [] : await lookUp(hostname);
  const own = found.map(({ address }) => address);
  const limits = { timeout_ms: TIMEOUT_MS, max_bytes: MAX_BYTES, own };
  const { status } = await callHttp(url, { ...request, ...limits });
  if (status !== 200) throw new Error(`the other installation answered ${status}`);
}

export async function unsubscribeElsewhere({
  subdomain,
  token_sealed,
}: Payloads["unsubscribe-elsewhere"]): Promise<void> {
  const token = unsealIfOurs(token_sealed);
  if (token === null) return;
  const target = { subdomain, token };
  await end({ ...requestContext(), db: database() }, target).catch(async (error) => {
    if (error instanceof Moved) await forward(error.moved_to, target);
    else if (!(error instanceof AppError) || error.code !== "not_found") throw error;
  });
}
