import { requestScope } from "#lib/core/request/request-scope.ts";
import { placeOf } from "#lib/core/routes/place.ts";

/**
 * The page that a form was sent to, by its address. Never by a field: a form on one tenant's page
 * could name another's, which lets in whoever's browser sends it.
 */
export function askedPage(host: string | null): string {
  const [path = ""] = (requestScope.getStore()?.url ?? "").split("?");
  return decodeURIComponent(placeOf(host ?? "", path).page ?? "");
}
