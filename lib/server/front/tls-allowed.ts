import { type Hosts, normalName } from "#lib/domains/host-directory/hosts.ts";
import type { Call } from "#lib/server/front/call.ts";
import { refuse } from "#lib/server/supervisor/refuse.ts";

const HEADERS = { "Cache-Control": "no-store" };

/** Tells a proxy that ends TLS in front of us whether it may ask for a certificate for a domain. */
export function answerAllowed({ response, search, request_id }: Call, hosts: Hosts): void {
  const name = normalName(new URLSearchParams(search).get("domain") ?? "");
  if (name !== null && hosts.isAllowed(name))
    response.writeHead(200, { ...HEADERS, "X-Request-Id": request_id, "Content-Length": 0 }).end();
  else refuse(response, 404, "Not found", request_id, HEADERS);
}
