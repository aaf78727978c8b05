import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";
import { knownPlace, type Place, placeOf } from "#lib/core/routes/place.ts";
import { prefersMarkdown } from "#lib/server/cache/key.ts";

function plain(address: string): string {
  return address.startsWith("::ffff:") && address.includes(".")
    ? address.slice("::ffff:".length)
    : address;
}

/**
 * The client's address as seen by the outermost trusted proxy.
 * @param hops trusted proxies; each appends its peer to X-Forwarded-For
 */
export function clientAddress(request: IncomingMessage, hops: number): string | null {
  const peer = request.socket.remoteAddress;
  const forwarded = request.headers["x-forwarded-for"];
  if (hops === 0 || forwarded === undefined) return peer ? plain(peer) : null;
  const addresses = String(forwarded).split(",");
  const claimed = (addresses[Math.max(0, addresses.length - hops)] ?? "").trim();
  if (isIP(claimed)) return plain(claimed);
  return peer ? plain(peer) : null;
}

const ODD = /[^!-~]|\\|%|\/[/.]|.\/$/;
const ILLEGIBLE = /[^!-~]|\\/;
const ESCAPE = /%([0-9a-f]{2})?/gi;
const UNRESERVED = /[\w.~-]/;
const WALKS = /(?:^|\/)\.{1,2}(?=\/|$)/;

class NoNormalForm extends Error {}

/** Slashes, backslashes and control characters must stay escaped. */
function isMisleading(char: string): boolean {
  return char === "/" || char === "\\" || char < " " || char === "\x7f";
}

function plainOf(_escape: string, digits: string | undefined): string {
  if (digits === undefined) throw new NoNormalForm();
  const char = String.fromCharCode(Number.parseInt(digits, 16));
  if (isMisleading(char)) throw new NoNormalForm();
  return UNRESERVED.test(char) ? char : `%${digits.toUpperCase()}`;
}

function withoutNeedlessEscapes(path: string): string | null {
  try {
    const plain = path.replace(ESCAPE, plainOf);
    decodeURIComponent(plain);
    return plain;
  } catch {
    return null;
  }
}

/**
 * Normal form of a path for caching, limits, routing and the log: no redundant slash, minimal
 * escapes in capitals (RFC 3986, 6.2.2).
 * @returns null for ambiguous paths: dot segments, escaped slashes, backslashes, invalid text
 */
export function normalPath(path: string): string | null {
  if (!ODD.test(path)) return path;
  if (ILLEGIBLE.test(path)) return null;
  const plain = path.includes("%") ? withoutNeedlessEscapes(path) : path;
  if (plain === null || WALKS.test(plain)) return null;
  return plain.replaceAll(/\/+(?=\/|$)/g, "") || "/";
}

export type Call = {
  request: IncomingMessage;
  response: ServerResponse;
  request_id: string;
  place: Place;
  /** In normal form. */
  path: string;
  search: string;
  /** Headers that enforce HTTPS: names and values in turn. */
  security: readonly string[];
};

const NOWHERE: Place = {
  kind: "nowhere",
  host: "",
  path: "",
  page: null,
  route: null,
  keys: null,
  markdown: null,
  own_host: false,
};
const NOTHING: readonly string[] = [];
const NAME = /^[\w.-]*(?::\d*)?$|^\[[\da-f:.]+\](?::\d*)?$/i;
const HOST_LENGTH = "host".length;

/** null when there are several `Host` headers. */
function hostOf({ rawHeaders, headers }: IncomingMessage): string | null {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === HOST_LENGTH && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts <= 1 ? (headers.host ?? "") : null;
}

function suiting(place: Place, { headers }: IncomingMessage): Place {
  return place.markdown && prefersMarkdown(headers.accept ?? "") ? place.markdown : place;
}

export function isHost(text: string): boolean {
  return NAME.test(text);
}

/** @returns null when the target is no path or does not name one host */
export function callOf(
  request: IncomingMessage,
  response: ServerResponse,
  request_id: string,
): Call | null {
  const { url = "" } = request;
  const host = hostOf(request);
  if (host === null || url.includes("#")) return null;
  const mark = url.indexOf("?");
  const sent = mark < 0 ? url : url.slice(0, mark);
  const search = mark < 0 ? "" : url.slice(mark + 1);
  const known = knownPlace(host, sent);
  if (known) {
    const place = suiting(known, request);
    return { request, response, request_id, place, path: sent, search, security: NOTHING };
  }
  if (!url.startsWith("/") || !isHost(host)) return null;
  const path = normalPath(sent);
  if (path === null)
    return { request, response, request_id, place: NOWHERE, path: sent, search, security: NOTHING };
  if (path !== sent) request.url = path + url.slice(sent.length);
  const place = suiting(placeOf(host, path), request);
  return { request, response, request_id, place, path, search, security: NOTHING };
}
