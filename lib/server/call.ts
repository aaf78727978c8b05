import type { IncomingMessage, ServerResponse } from "node:http";
import { type Place, placeOf } from "#lib/page-cache/place.ts";

/** A request and what it is about. */
export type Call = {
  request: IncomingMessage;
  response: ServerResponse;
  request_id: string;
  place: Place;
  path: string;
  /** The query string without its `?`. */
  search: string;
};

const NOWHERE: Place = { kind: "nowhere", host: "", page: null, route: null, own_host: false };
const STEP_UP = /(?:^|\/)(?:\.|%2e){1,2}(?=\/|$)/i;

/** Whether a path names one thing in one way: nothing that is no text, no `..` that we and Next might walk differently. */
function isPlain(path: string): boolean {
  if (!path.includes("%")) return !path.includes("/.") || !STEP_UP.test(path);
  try {
    return !STEP_UP.test(path) && !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}

/** @returns null for a request target that is no path */
export function callOf(request: IncomingMessage, response: ServerResponse, request_id: string): Call | null {
  const url = request.url ?? "";
  if (!url.startsWith("/") || url.includes("#")) return null;
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  const place = isPlain(path) ? placeOf(request.headers.host ?? "", path) : NOWHERE;
  return { request, response, request_id, place, path, search: mark < 0 ? "" : url.slice(mark + 1) };
}
