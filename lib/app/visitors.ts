import type { IncomingMessage } from "node:http";
import type { Handler } from "#lib/app/capture.ts";
import { placeOf } from "#lib/page-cache/place.ts";
import { findRefusal } from "#lib/public-page/gate/refusal.ts";
import { type Refusal, refuse } from "#lib/request-scope.ts";

async function refusalOf({ url, headers }: IncomingMessage): Promise<Refusal | null> {
  const path = (url ?? "").replace(/\?.*$/, "");
  const place = placeOf(headers.host ?? "", path);
  if (place.kind !== "page" || place.page === null) return null;
  const inside = place.own_host ? path : path.slice(`/s/${place.page}`.length);
  const { cookie, authorization } = headers;
  const subdomain = decodeURIComponent(place.page);
  return findRefusal({ cookie, authorization }, subdomain, inside || "/");
}

/** Spares Next the visitors who get nothing: they are refused for a query or two. */
export function sparing(next: Handler): Handler {
  return async (request, response) => {
    const refusal = await refusalOf(request);
    if (refusal === null) return next(request, response);
    refuse(refusal);
    response.writeHead(404).end();
  };
}
