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

/** @returns null for a request target that is no path */
export function callOf(request: IncomingMessage, response: ServerResponse, request_id: string): Call | null {
  const url = request.url ?? "";
  if (!url.startsWith("/")) return null;
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  const place = placeOf(request.headers.host ?? "", path);
  return { request, response, request_id, place, path, search: mark < 0 ? "" : url.slice(mark + 1) };
}
