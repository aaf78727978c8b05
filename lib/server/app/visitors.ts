import type { IncomingMessage } from "node:http";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { pageUrl } from "#lib/core/addresses/url.ts";
import { answerAs, cacheAs, move, pageTag, refuse } from "#lib/core/request/request-scope.ts";
import { type Place, placeOf } from "#lib/core/routes/place.ts";
import { SIGN_IN } from "#lib/core/routes/routes.ts";
import { secondsBetween, wireNow } from "#lib/platform/clock.ts";
import type { Handler } from "#lib/server/app/capture.ts";
import { findRefusal } from "#lib/site/gate.ts";

async function insteadOf({ headers }: IncomingMessage, place: Place, path: string) {
  if (place.kind !== "page" || place.page === null) return null;
  const inside = place.own_host ? path : path.slice(`/s/${place.page}`.length);
  if (place.route?.before_gate || inside === SIGN_IN.pattern) return null;
  const { cookie, authorization, host } = headers;
  const subdomain = decodeURIComponent(place.page);
  return findRefusal({ cookie, authorization, host }, subdomain, inside || "/");
}

function redirect(grant: PageGrant, { own_host, route }: Place): void {
  move(own_host ? pageUrl(grant) : `/s/${grant.subdomain}`);
  if (!route || grant.restricted || grant.former_until === null) return;
  answerAs(route);
  cacheAs(pageTag(grant.status_page_id), secondsBetween(wireNow(), grant.former_until));
}

/** Answers refused visitors and former addresses with a query or two, without Next. */
export function answerWithoutNext(next: Handler): Handler {
  return async (request, response) => {
    const path = (request.url ?? "").replace(/\?.*$/, "");
    const place = placeOf(request.headers.host ?? "", path);
    const instead = await insteadOf(request, place, path);
    if (instead === null) return next(request, response);
    if (typeof instead === "string") {
      refuse(instead);
      response.writeHead(404).end();
    } else {
      redirect(instead.moved, place);
      response.writeHead(301).end();
    }
  };
}
