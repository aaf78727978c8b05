import type { IncomingMessage, ServerResponse } from "node:http";
import { knownPlace, type Place, placeOf } from "#lib/core/routes/place.ts";
import { prefersMarkdown } from "#lib/server/cache/key.ts";
import { normalPath } from "#lib/server/front/normal-path.ts";

/** A request and what it is about. */
export type Call = {
  request: IncomingMessage;
  response: ServerResponse;
  request_id: string;
  place: Place;
  /** Normal, as everything after this sees it. */
  path: string;
  /** The query string without its `?`. */
  search: string;
  /** Headers that make browsers come by https only: names and values in turn. */
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

/** What the one `Host` header says; null when there are several. */
function hostOf({ rawHeaders, headers }: IncomingMessage): string | null {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === HOST_LENGTH && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts <= 1 ? (headers.host ?? "") : null;
}

/** The place that suits the sender: of a page perhaps its text. */
function suiting(place: Place, { headers }: IncomingMessage): Place {
  return place.markdown && prefersMarkdown(headers.accept ?? "") ? place.markdown : place;
}

/**
 * Decides what a request is about, from the normal form of its path, which Next gets, too.
 * @returns null for a request whose target is no path, or that does not name one host
 */
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
  if (!url.startsWith("/") || !NAME.test(host)) return null;
  const path = normalPath(sent);
  if (path === null)
    return { request, response, request_id, place: NOWHERE, path: sent, search, security: NOTHING };
  if (path !== sent) request.url = path + url.slice(sent.length);
  const place = suiting(placeOf(host, path), request);
  return { request, response, request_id, place, path, search, security: NOTHING };
}
