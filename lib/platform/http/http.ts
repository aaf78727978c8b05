import {
  type ClientRequest,
  request as http,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from "node:http";
import { request as https } from "node:https";
import { createConnection, isIP, isIPv6, type LookupFunction, type Socket } from "node:net";
import ipaddr from "ipaddr.js";
import { env } from "#lib/platform/config/env.ts";
import { lookUp } from "#lib/platform/dns/look-up.ts";
import { markReachable } from "#lib/platform/dns/resolver.ts";
import { timeLimit } from "#lib/platform/errors/time-limit.ts";
import { decodeBody } from "#lib/platform/http/body.ts";
import { explain, HttpError } from "#lib/platform/http/failure.ts";
import type { Trace } from "#lib/platform/http/trace.ts";

type HttpRequest = {
  method: string;
  headers?: Record<string, string>;
  body?: string;
  /** Covers name resolution, connection and the whole answer. */
  timeout_ms: number;
  max_bytes: number;
  signal?: AbortSignal;
  trace?: Trace;
  /** Whether a failure checks if our own network is down; default true. */
  asksNetwork?: boolean;
  /** Private addresses of this installation that may be called. */
  own?: readonly string[];
  /** Accepts any certificate; the trace records what is wrong with it. */
  anyCertificate?: boolean;
  /** Waits so long for the end of the body, then takes what came: the status decides. */
  body_ms?: number;
  /** Takes the pieces of the body of a 200 as they come, instead of the answer. */
  take?: (headers: IncomingHttpHeaders) => (piece: Buffer) => void;
};

type HttpAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

// Connects only to addresses checked here: nothing is resolved a second time.
function lookupAllowed(own: readonly string[] = []): LookupFunction {
  return (hostname, options, callback) => {
    const connect = (found: Awaited<ReturnType<typeof lookUp>>) => {
      const allowed = found.filter(({ address }) => mayCall(address) || own.includes(address));
      const [first] = allowed;
      if (!first) return callback(new HttpError("address_refused"), "");
      return options.all ? callback(null, allowed) : callback(null, first.address, first.family);
    };
    lookUp(hostname).then(connect, (error) => callback(error, ""));
  };
}

async function readStart(
  incoming: IncomingMessage,
  { max_bytes, body_ms, take }: Pick<HttpRequest, "max_bytes" | "body_ms" | "take">,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const taking = incoming.statusCode === 200 && take ? take(incoming.headers) : null;
  const timer = body_ms === undefined ? null : setTimeout(() => incoming.destroy(), body_ms);
  try {
    for await (const chunk of incoming) {
      if (taking) taking(chunk);
      else chunks.push(chunk);
      size += chunk.length;
      if (size >= max_bytes) break;
    }
  } catch (error) {
    if (!timer) throw error;
  } finally {
    if (timer) clearTimeout(timer);
  }
  return Buffer.concat(chunks).subarray(0, max_bytes);
}

function answerTo(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.on("error", reject);
    outgoing.once("close", () => reject(new HttpError("connection_failed")));
    outgoing.once("response", resolve);
  });
}

/**
 * The only outgoing HTTP, with addresses that tenants may set. Refuses private addresses when
 * connecting; follows no redirects, uses no proxy or cookies.
 * @throws {HttpError}
 */
export async function callHttp(url: string, request: HttpRequest): Promise<HttpAnswer> {
  const { method, headers, body, timeout_ms, signal, trace } = request;
  if (namesRefusedTarget(url)) throw new HttpError("address_refused");
  const limit = timeLimit(timeout_ms, signal);
  let isConnected = false;
  const target = new URL(url);
  const start = target.protocol === "https:" ? https : http;
  const length: Record<string, string> =
    body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const sent = { "accept-encoding": "identity", "user-agent": "Allclear", ...length, ...headers };
  try {
    const outgoing = start(target, {
      method,
      headers: sent,
      agent: false,
      lookup: lookupAllowed(request.own),
      ...(request.anyCertificate && { rejectUnauthorized: false }),
      signal: limit.signal,
    });
    outgoing.once("socket", (socket) => {
      trace?.follow(socket);
      socket.once("connect", () => {
        isConnected = true;
        if (isPublicAddress(socket.remoteAddress ?? "")) markReachable();
      });
    });
    const answer = answerTo(outgoing);
    outgoing.end(body);
    const incoming = await answer;
    trace?.answered();
    const { headers: received, statusCode: status = 0 } = incoming;
    const bytes = await readStart(incoming, request);
    // A body without a length seems to end when the time is over.
    if (limit.isOver() && request.body_ms === undefined) throw new HttpError("timeout");
    const decoded = await decodeBody(bytes, received["content-encoding"], request.max_bytes);
    return { status, headers: received, body: decoded };
  } catch (error) {
    throw await explain(error as NodeJS.ErrnoException, {
      isConnected,
      isOver: limit.isOver(),
      signal,
      asksNetwork: request.asksNetwork ?? true,
    });
  } finally {
    limit.end();
  }
}

/** Connects under the same guard. @throws {HttpError} `address_refused` */
export async function connectTo(
  host: string,
  port: number,
  timeout_ms: number,
  trace?: Trace,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  if (namesRefusedTarget(`http://${isIPv6(host) ? `[${host}]` : host}`))
    throw new HttpError("address_refused");
  const socket = createConnection({ host, port, lookup: lookupAllowed(), timeout: timeout_ms });
  trace?.follow(socket);
  socket.once("connect", () => resolve(socket));
  socket.once("timeout", () => socket.destroy(new HttpError("timeout")));
  socket.once("error", reject);
  const connected = await promise;
  connected.setTimeout(0).removeAllListeners("timeout").removeListener("error", reject);
  return connected;
}

// Azure's metadata service answers at a public address.
const METADATA = new Set(["168.63.129.16"]);
const GLOBAL_V6 = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast" || METADATA.has(parsed.toString())) return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_V6);
}

function mayCall(address: string): boolean {
  return env().ALLOW_PRIVATE_TARGETS === "1" || isPublicAddress(address);
}

/** Refuses literal private addresses without asking a name server. */
export function namesRefusedTarget(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return !/^https?:$/.test(protocol) || (isIP(host) !== 0 && !mayCall(host));
}
