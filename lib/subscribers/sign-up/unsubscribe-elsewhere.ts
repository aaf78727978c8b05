import { isIP } from "node:net";
import { database } from "#db/index.ts";
import { Moved } from "#lib/core/moves/move.ts";
import type { Payloads } from "#lib/core/queue/enqueue.ts";
import { requestContext } from "#lib/core/request/context.ts";
import { unsealIfOurs } from "#lib/platform/crypto/seal.ts";
import { lookUp } from "#lib/platform/dns/look-up.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { callHttp } from "#lib/platform/http/http.ts";
import type { ManageTarget } from "#lib/subscribers/sign-up/manage.ts";
import { endSubscription } from "#lib/subscribers/sign-up/unsubscribe.ts";

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
  await endSubscription({ ...requestContext(), db: database() }, target).catch(async (error) => {
    if (error instanceof Moved) await forward(error.moved_to, target);
    else if (!(error instanceof AppError) || error.code !== "not_found") throw error;
  });
}
