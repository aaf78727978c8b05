import { refusalBy } from "#lib/core/access/restriction.ts";
import type { Context } from "#lib/core/request/context.ts";
import { answerAs, type Refusal, refuse } from "#lib/core/request/request-scope.ts";
import { isAlike } from "#lib/core/routes/place.ts";
import {
  type Declared,
  type Kind,
  type PageRequest,
  type PublicRoute,
  pageRequest,
} from "#lib/core/routes/route.ts";
import { credentialsIn, type FeedAddress, runAsCaller } from "#lib/site/gate.ts";
import { type Visit, visitOf } from "#lib/site/words/visitor.ts";

type RouteProps = { params: Promise<Record<string, string>> };

/** `type`: the whole content type, with its charset. */
export type Content = { type: string; body: string | Uint8Array<ArrayBuffer> };

type Open<P extends string, Q extends string> = (
  ctx: Context,
  asked: PageRequest<P, Q>,
  visit: Visit,
) => Promise<Content | null>;

function refused(refusal: Refusal): Response {
  refuse(refusal);
  return new Response(null, { status: 404 });
}

function knowsLanguage({ query }: PublicRoute): boolean {
  return query.includes("lang");
}

/**
 * The route of what a page has for programs, of a picture, or of a document that is no page, by its
 * entry in lib/core/routes/routes.ts.
 * @param open reads it behind the gate (`openPage`, `loadSnapshot`), which says whether everybody
 *   gets the same; null: the page does not have it
 * @param who whose word counts, where it is not the sender's
 */
export function dataRoute<P extends string, Q extends string>(
  route: Declared<Exclude<Kind, "form">, P, Q>,
  open: Open<P, Q>,
  who: (asked: PageRequest<P, Q>) => FeedAddress | null = () => null,
) {
  return async function answer(request: Request, { params }: RouteProps): Promise<Response> {
    answerAs(route);
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const asked = pageRequest(route, await params, query);
    const visit = visitOf({
      subdomain: asked.subdomain,
      host: request.headers.get("host"),
      accept_language: isAlike(route) ? null : request.headers.get("accept-language"),
      lang: knowsLanguage(route) ? query.lang : undefined,
    });
    try {
      const caller = who(asked) ?? credentialsIn(request.headers);
      const content = await runAsCaller(caller, (ctx) => open(ctx, asked, visit));
      if (!content) return refused("nothing");
      return new Response(content.body, { headers: { "content-type": content.type } });
    } catch (error) {
      return refused(refusalBy(error));
    }
  };
}
