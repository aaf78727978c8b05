import type { ServerResponse } from "node:http";
import { type Hosts, normalName } from "#lib/domains/host-directory/hosts.ts";
import { env } from "#lib/platform/config/env.ts";
import { applicationHost, hostName, isOwnName } from "#lib/platform/http/hosts.ts";
import type { Call } from "#lib/server/front/call.ts";
import { refuse } from "#lib/server/supervisor/refuse.ts";
import { mayBeAbout, securityOf } from "#lib/server/tls/contexts.ts";

const NOTHING: readonly string[] = [];
const HALF_A_YEAR = ["Strict-Transport-Security", "max-age=15552000"] as const;
const A_WEEK = ["Strict-Transport-Security", "max-age=604800"] as const;
/** Answered on any host: health checks and proofs. */
const ON_ANY_HOST = ["health", "readiness", "well_known", "tls_allowed"];
const REDIRECT_S = 300;

function redirect(response: ServerResponse, { place, path, search, request, request_id }: Call) {
  const { PUBLIC_HTTPS_PORT } = env();
  const port = PUBLIC_HTTPS_PORT === 443 ? "" : `:${PUBLIC_HTTPS_PORT}`;
  const isRead = request.method === "GET" || request.method === "HEAD";
  const name = hostName(request.headers.host ?? place.host);
  const location = `https://${name}${port}${path}${search && `?${search}`}`;
  if (/[^!-~]/.test(location)) return refuse(response, 400, "Bad request", request_id);
  response
    .writeHead(isRead ? 301 : 308, {
      Location: location,
      "Cache-Control": `max-age=${REDIRECT_S}`,
      "Content-Length": 0,
      "X-Request-Id": request_id,
    })
    .end();
}

export class Transport {
  readonly #hosts: Hosts;
  readonly #ends_tls = env().HTTPS_PORT > 0;

  constructor(hosts: Hosts) {
    this.#hosts = hosts;
  }

  /**
   * The answer to a request that lacks HTTPS or came by a connection for another host.
   * @returns null: continue
   */
  redirectOrRefusal(call: Call): (() => void) | null {
    if (!this.#ends_tls || ON_ANY_HOST.includes(call.place.kind)) return null;
    const { request, response, request_id } = call;
    const { host = "" } = request.headers;
    const secured = securityOf(request);
    if (secured && !mayBeAbout(secured, host))
      return () => refuse(response, 421, "Misdirected request", request_id);
    if (secured || call.place.kind === "nowhere" || !this.#leadsToHttps(call)) return null;
    return () => redirect(response, call);
  }

  /**
   * HSTS headers: for our own names, and shorter for custom domains whose certificates we manage.
   * @returns names and values in turn
   */
  security({ request, place }: Call): readonly string[] {
    const secured = this.#ends_tls ? securityOf(request) : undefined;
    if (!secured) return outsideSecurity(place.host);
    const name = hostName(request.headers.host ?? "");
    const certificate = this.#hosts.certificateOf(name);
    if (!certificate) return NOTHING;
    return isOwnName(name) ? HALF_A_YEAR : A_WEEK;
  }

  #leadsToHttps({ request: { headers } }: Call): boolean {
    const forwarded = headers["x-forwarded-proto"];
    // A false header harms only its sender, and a redirect would loop behind an unknown proxy.
    if (String(forwarded).startsWith("https")) return false;
    const name = normalName(hostName(headers.host ?? ""));
    if (name === null) return false;
    const isApplication =
      env().APP_URL.startsWith("https:") && name === hostName(applicationHost());
    return isApplication || this.#hosts.certificateOf(name) !== null;
  }
}

/** HSTS headers on a plain connection: set if clients reach our names by HTTPS all the same. */
export function outsideSecurity(host: string): readonly string[] {
  const isSecure = env().APP_URL.startsWith("https:") && isOwnName(hostName(host));
  return isSecure ? HALF_A_YEAR : NOTHING;
}
