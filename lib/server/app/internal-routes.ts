import type { IncomingMessage, ServerResponse } from "node:http";
import { database, isDatabaseLost, isDatabaseThere } from "#db/index.ts";
import { authorize } from "#lib/core/access/authorize.ts";
import { Moved } from "#lib/core/moves/move.ts";
import { type RequestScope, requestScope } from "#lib/core/request/request-scope.ts";
import { findChallenge } from "#lib/domains/certificates/certificate.ts";
import { PROOF_PATH, proofOf } from "#lib/domains/dns-records.ts";
import { AppError, STATUS } from "#lib/platform/errors/errors.ts";
import { hostName } from "#lib/platform/http/hosts.ts";
import { log } from "#lib/platform/log.ts";
import type { Gate } from "#lib/server/cache/live.ts";
import { refuse } from "#lib/server/supervisor/refuse.ts";
import { runAsCaller } from "#lib/site/gate.ts";

export type Readiness = { migrated: boolean };

// Each check costs a database connection, and anybody may ask.
const GOOD_FOR_MS = 1_000;
let seen_at = Number.NEGATIVE_INFINITY;

async function seesDatabase(): Promise<boolean> {
  if (performance.now() - seen_at < GOOD_FOR_MS) return true;
  const isThere = await isDatabaseThere();
  if (isThere) seen_at = performance.now();
  return isThere;
}

export async function answerReadiness(
  response: ServerResponse,
  { migrated }: Readiness,
): Promise<void> {
  const isThere = await seesDatabase();
  const ready = isThere && migrated;
  const status = ready ? "ok" : "unavailable";
  const body = { status, app: true, database: isThere, migrations: migrated };
  response.writeHead(ready ? 200 : 503).end(JSON.stringify(body));
}

const CHALLENGE_PATH = "/.well-known/acme-challenge/";
const UNKEPT = { "Cache-Control": "no-store" };

/** A proof needs no database, so domains stay proven while it is down. */
async function proofFor(path: string, host: string): Promise<string | null> {
  if (path.startsWith(PROOF_PATH)) return proofOf(hostName(host), path.slice(PROOF_PATH.length));
  if (!path.startsWith(CHALLENGE_PATH)) return null;
  return findChallenge(database(), path.slice(CHALLENGE_PATH.length), host);
}

/** Answers proofs on any host, even one that no page has. */
export async function answerWellKnown(
  request: IncomingMessage,
  response: ServerResponse,
  { request_id }: RequestScope,
): Promise<void> {
  const [path = ""] = (request.url ?? "").split("?");
  const proof = await proofFor(path, request.headers.host ?? "");
  if (proof === null) return refuse(response, 404, "Not found", request_id, UNKEPT);
  const headers = { ...UNKEPT, "Content-Type": "text/plain", "X-Request-Id": request_id };
  response.writeHead(200, headers).end(request.method === "HEAD" ? undefined : proof);
}

export const mayListen: Gate = (subdomain, credentials, scope) =>
  requestScope.run(scope, () =>
    runAsCaller(credentials, (ctx) => authorize(ctx, "page.visit", { subdomain })),
  );

export async function answerListening(
  { url = "", headers: { cookie, authorization, host } }: IncomingMessage,
  response: ServerResponse,
  scope: RequestScope,
): Promise<void> {
  try {
    const grant = await mayListen(url.slice(1), { cookie, authorization, host }, scope);
    const { status_page_id, restricted } = grant;
    response.writeHead(200).end(JSON.stringify({ status_page_id, restricted }));
  } catch (error) {
    if (!(error instanceof AppError) && !isDatabaseLost(error))
      log().error({ err: error, request_id: scope.request_id }, "live updates failed");
    const status = error instanceof AppError ? STATUS[error.code] : 503;
    response.writeHead(error instanceof Moved ? STATUS.not_found : status).end();
  }
}
