import type { IncomingMessage, ServerResponse } from "node:http";
import { database } from "#db/index.ts";
import type { RequestScope } from "#lib/core/request/request-scope.ts";
import { findChallenge } from "#lib/domains/certificates/certificate.ts";
import { PROOF_PATH, proofOf } from "#lib/domains/dns-records.ts";
import { hostName } from "#lib/platform/http/hosts.ts";
import { refuse } from "#lib/server/supervisor/refuse.ts";

const CHALLENGE_PATH = "/.well-known/acme-challenge/";
const UNKEPT = { "Cache-Control": "no-store" };

/** Of a proof no database is asked: the way to a name is there while the database is gone, too. */
async function proofFor(path: string, host: string): Promise<string | null> {
  if (path.startsWith(PROOF_PATH)) return proofOf(hostName(host), path.slice(PROOF_PATH.length));
  if (!path.startsWith(CHALLENGE_PATH)) return null;
  return findChallenge(database(), path.slice(CHALLENGE_PATH.length), host);
}

/** What proves that a host leads here: on any host, also one that no page has. */
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
