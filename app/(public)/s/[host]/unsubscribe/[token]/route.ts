import { requestContext } from "#lib/core/request/context.ts";
import { pageRequest } from "#lib/core/routes/route.ts";
import { FORMS } from "#lib/core/routes/routes.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { visitorLocale } from "#lib/server/cache/key.ts";
import { unsubscribeDocument } from "#lib/subscribers/sign-up/links.ts";
import { UNSUBSCRIBED, unsubscribe } from "#lib/subscribers/sign-up/unsubscribe.ts";

type Asked = { params: Promise<Record<string, string>> };

function page(request: Request, state: "asking" | "done" | "unknown"): Response {
  const { search } = new URL(request.url);
  const accepted = request.headers.get("accept-language") ?? undefined;
  const html = unsubscribeDocument(visitorLocale(search.slice(1), accepted), state);
  const headers = { "content-type": "text/html; charset=utf-8", [UNSUBSCRIBED]: state };
  return new Response(html, { headers });
}

/** Scanners follow links: what ends a subscription is the button. */
export async function GET(request: Request): Promise<Response> {
  return page(request, "asking");
}

/**
 * Ends a subscription at once, as mailbox providers ask (RFC 8058): by the link alone, whatever the
 * body says. Sent again it is no failure.
 */
export async function POST(request: Request, { params }: Asked): Promise<Response> {
  const { subdomain, token } = pageRequest(FORMS.unsubscribe, await params, {});
  try {
    await unsubscribe(requestContext(), { subdomain, token });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    return page(request, "unknown");
  }
  return page(request, "done");
}
