import { MAX_SECONDS, type PublicRoute } from "#lib/public-routes/route.ts";
import { answerAs, cacheAs } from "#lib/request-scope.ts";

/** Everybody gets the same, whoever is signed in. */
export function shared(route: PublicRoute): void {
  answerAs(route);
  cacheAs("reference", MAX_SECONDS);
}
