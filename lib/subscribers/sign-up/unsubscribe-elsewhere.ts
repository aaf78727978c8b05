import { isIP } from "node:net";
import { database, type Trx } from "#db/index.ts";
import { Moved } from "#lib/core/moves/move.ts";
import type { Payloads } from "#lib/core/queue/enqueue.ts";
import { requestContext } from "#lib/core/request/context.ts";
import { unsealIfOurs } from "#lib/platform/crypto/seal.ts";
import { lookUp } from "#lib/platform/dns/look-up.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { callHttp } from "#lib/platform/http/http.ts";
import { log } from "#lib/platform/log.ts";
import type { ManageTarget } from "#lib/subscribers/sign-up/manage.ts";
import { endSubscription, UNSUBSCRIBED } from "#lib/subscribers/sign-up/unsubscribe.ts";

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 65_536;

async function forward(moved_to: string, { subdomain, token }: ManageTarget): Promise<void> {
  const url = `${moved_to}/s/${subdomain}/unsubscribe/${token}`;
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const request = { method: "POST", headers, body: "List-Unsubscribe=One-Click" };
  // The operator named it, so it may be in their own network.
  const { hostname } = new URL(moved_to);
  const found = isIP(hostname) ? [] : await lookUp(hostname);
  const own = found.map(({ address }) => address);
  const limits = { timeout_ms: TIMEOUT_MS, max_bytes: MAX_BYTES, own };
  const answer = await callHttp(url, { ...request, ...limits });
  if (answer.status !== 200) throw new Error(`the other installation answered ${answer.status}`);
  if (answer.headers[UNSUBSCRIBED] === "unknown")
    log().info({ subdomain, moved_to }, "unsubscribed there before, or the page is another's now");
}

function ignoreUnknown(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== "not_found") throw error;
}

type Waiting = Payloads["unsubscribe-elsewhere"];

/** @returns null: with another APP_SECRET */
export function targetIn({ subdomain, token_sealed }: Waiting): ManageTarget | null {
  const token = unsealIfOurs(token_sealed);
  return token === null ? null : { subdomain, token };
}

/** Ends what waited for the end of a move, before the organization sends again. */
export async function unsubscribeArrived(trx: Trx, all: readonly ManageTarget[]): Promise<void> {
  for (const target of all)
    await endSubscription({ ...requestContext(), db: trx }, target).catch(ignoreUnknown);
}

export async function unsubscribeElsewhere(waiting: Waiting): Promise<void> {
  const target = targetIn(waiting);
  if (target === null) return;
  await endSubscription({ ...requestContext(), db: database() }, target).catch(async (error) => {
    if (error instanceof Moved) await forward(error.moved_to, target);
    else ignoreUnknown(error);
  });
}
