import { type LookupAddress, lookup } from "node:dns";
import { type ClientRequest, request as http, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { request as https } from "node:https";
import type { LookupFunction } from "node:net";
import { mayCall, namesRefusedTarget } from "#lib/targets.ts";

type HttpRequest = {
  method: string;
  headers?: Record<string, string>;
  body?: string;
  /** For everything: the name server, the connection, the whole answer. */
  timeout_ms: number;
  /** What is longer is cut off there. */
  max_bytes: number;
};

type HttpAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

type HttpFailure = "address_refused" | "unknown_host" | "timeout" | "tls_failed" | "bad_answer" | "connection_failed";

/** Why there is no answer. The message never tells what a name resolved to. */
export class HttpError extends Error {
  readonly failure: HttpFailure;

  constructor(failure: HttpFailure) {
    super(failure);
    this.failure = failure;
  }
}

// The addresses found here are those that are connected to: nothing is resolved a second time.
const lookupAllowed: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[] = []) => {
    if (error) return callback(error, "");
    const allowed = found.filter(({ address }) => mayCall(address));
    const [first] = allowed;
    if (!first) return callback(new HttpError("address_refused"), "");
    return options.all ? callback(null, allowed) : callback(null, first.address, first.family);
  });
};

function failureOf(error: NodeJS.ErrnoException, signal: AbortSignal): HttpError {
  if (error instanceof HttpError) return error;
  if (signal.aborted) return new HttpError("timeout");
  const { code = "" } = error;
  if (/^(ENOTFOUND|EAI_)/.test(code)) return new HttpError("unknown_host");
  if (/^HPE_/.test(code)) return new HttpError("bad_answer");
  if (/TLS|SSL|CERT|UNABLE_TO|EPROTO/.test(code)) return new HttpError("tls_failed");
  return new HttpError(code === "ETIMEDOUT" ? "timeout" : "connection_failed");
}

async function readStart(incoming: IncomingMessage, max_bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= max_bytes) break;
  }
  return Buffer.concat(chunks).subarray(0, max_bytes);
}

function answerTo(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // Later errors come out where the answer is read.
    outgoing.on("error", reject);
    outgoing.once("close", () => reject(new HttpError("connection_failed")));
    outgoing.once("response", resolve);
  });
}

/**
 * The only way out: calls a web address that a tenant may have set. What is not public is refused at the moment of connecting, unless
 * ALLOW_PRIVATE_TARGETS is set; redirects are answers like others and are not followed; no proxy, no cookies, no decompression.
 * @throws {HttpError}
 */
export async function callHttp(url: string, { method, headers, body, timeout_ms, max_bytes }: HttpRequest): Promise<HttpAnswer> {
  if (namesRefusedTarget(url)) throw new HttpError("address_refused");
  const signal = AbortSignal.timeout(timeout_ms);
  const target = new URL(url);
  const start = target.protocol === "https:" ? https : http;
  const length: Record<string, string> = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const sent = { "accept-encoding": "identity", "user-agent": "Allclear", ...length, ...headers };
  try {
    const outgoing = start(target, { method, headers: sent, agent: false, lookup: lookupAllowed, signal });
    const answer = answerTo(outgoing);
    outgoing.end(body);
    const incoming = await answer;
    return { status: incoming.statusCode ?? 0, headers: incoming.headers, body: await readStart(incoming, max_bytes) };
  } catch (error) {
    throw failureOf(error as NodeJS.ErrnoException, signal);
  }
}
