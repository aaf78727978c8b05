import type { IncomingMessage } from "node:http";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { pageUrl } from "#lib/core/addresses/url.ts";
import { answerAs, cacheAs, move, pageTag, refuse } from "#lib/core/request/request-scope.ts";
import { type Place, placeOf } from "#lib/core/routes/place.ts";
import { MAX_SECONDS } from "#lib/core/routes/route.ts";
import { FORMS, SIGN_IN } from "#lib/core/routes/routes.ts";
import { secondsBetween, wireNow } from "#lib/platform/clock.ts";
import type { Handler } from "#lib/server/app/capture.ts";
import { findNewAddress, findRefusal } from "#lib/site/gate.ts";

/** A mailbox provider that unsubscribes somebody follows no redirect (RFC 8058). */
function isUnsubscribing({ method }: IncomingMessage, { route }: Place): boolean {
  return method === "POST" && route?.pattern === FORMS.unsubscribe.pattern;
}

async function insteadOf(request: IncomingMessage, place: Place, path: string) {
  const { headers } = request;
  if (place.kind !== "page" || place.page === null || isUnsubscribing(request, place)) return null;
  const elsewhere = await findNewAddress(decodeURIComponent(place.page));
  if (elsewhere !== null) {
    if (place.route) answerAs(place.route);
    // Feed readers take over what a 301 names; browsers ask again (max-age=0), and our own copies
    // are dropped when the organization comes back.
    cacheAs(pageTag(elsewhere.status_page_id), MAX_SECONDS);
    return elsewhere;
  }
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
      if ("base" in instead) move(instead.base);
      else redirect(instead.moved, place);
      response.writeHead(301).end();
    }
  };
}
