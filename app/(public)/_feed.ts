import type { Context } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";
import type { FeedContent } from "#lib/public-page/feeds/open-feed.ts";
import { credentialsIn, openAsCaller } from "#lib/public-page/gate/caller.ts";
import { type View, viewOf } from "#lib/public-page/view/view.ts";
import { visitOf } from "#lib/public-page/words/visitor.ts";
import { type Refusal, refuse } from "#lib/request-scope.ts";
import type { Settings } from "#lib/status-pages/schema.ts";

type FeedProps = { params: Promise<{ host: string; id?: string }> };

type Feed<Content extends FeedContent> = {
  type: string;
  enabled: (settings: Settings) => boolean;
  /** `id`: the one that the path names. */
  open: (ctx: Context, target: { subdomain: string; id: string }) => Promise<Content>;
  draw: (view: View, content: Content) => string | Promise<string>;
};

function refused(refusal: Refusal): Response {
  refuse(refusal);
  return new Response(null, { status: 404 });
}

function refusedBy(error: unknown): Response {
  const code = error instanceof AppError ? error.code : null;
  if (code !== "not_found" && code !== "forbidden") throw error;
  return refused(code === "forbidden" ? "restricted" : "nothing");
}

/** The route of a feed or calendar: of the page, or of the one incident that the path names. */
export function feedRoute<Content extends FeedContent>(feed: Feed<Content>) {
  return async function answer(request: Request, { params }: FeedProps): Promise<Response> {
    const { host, id = "" } = await params;
    const subdomain = decodeURIComponent(host);
    const lang = new URL(request.url).searchParams.get("lang") ?? undefined;
    const visit = visitOf({
      subdomain,
      host: request.headers.get("host"),
      accept_language: request.headers.get("accept-language"),
      lang,
    });
    try {
      const content = await openAsCaller(credentialsIn(request.headers), (ctx) =>
        feed.open(ctx, { subdomain, id }),
      );
      const { snapshot } = content;
      if (!feed.enabled(snapshot.page.settings)) return refused("nothing");
      return new Response(await feed.draw(viewOf(visit, snapshot), content), {
        headers: { "content-type": `${feed.type}; charset=utf-8` },
      });
    } catch (error) {
      return refusedBy(error);
    }
  };
}
