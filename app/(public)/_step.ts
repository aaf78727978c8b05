import { answerAs } from "#lib/core/request/request-scope.ts";
import { type Declared, type PageRequest, pageRequest } from "#lib/core/routes/route.ts";
import type { Step } from "#lib/identity/visitor-sessions/sign-in-redirect.ts";

type Props = { params: Promise<Record<string, string>> };
type Take<P extends string> = (asked: PageRequest<P, "lang">, request: Request) => Promise<Step>;

/**
 * The route of a step on the way in, by its entry in lib/core/routes/routes.ts: it sends the
 * browser on. Whoever only looks at the address takes no step.
 */
export function stepRoute<P extends string>(route: Declared<"form", P, "lang">, take: Take<P>) {
  return async function answer(request: Request, { params }: Props): Promise<Response> {
    answerAs(route);
    if (request.method === "HEAD") return new Response(null, { status: 204 });
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const { location, cookies } = await take(pageRequest(route, await params, query), request);
    const headers = new Headers({ location });
    for (const cookie of cookies) headers.append("set-cookie", cookie);
    return new Response(null, { status: 303, headers });
  };
}
