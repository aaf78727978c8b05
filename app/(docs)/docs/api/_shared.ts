import { answerAs, cacheAs } from "#lib/core/request/request-scope.ts";
import { MAX_SECONDS, type PublicRoute } from "#lib/core/routes/route.ts";

/** Everybody gets the same, whoever is signed in. */
export function shared(route: PublicRoute): void {
  answerAs(route);
  cacheAs("reference", MAX_SECONDS);
}
