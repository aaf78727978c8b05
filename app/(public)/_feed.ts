import type { Context } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";
import { credentialsIn, openAsCaller } from "#lib/public-page/caller.ts";
import type { PublicIncident } from "#lib/public-page/incidents.ts";
import { openFeed, openIncident } from "#lib/public-page/open.ts";
import { type View, viewOf } from "#lib/public-page/view.ts";
import { numberIn, visitOf } from "#lib/public-page/visitor.ts";
import type { Settings } from "#lib/status-pages/schema.ts";

export type FeedProps = { params: Promise<{ host: string; id?: string }> };

type Feed = {
  type: string;
  enabled: (settings: Settings) => boolean;
  draw: (view: View, incidents: PublicIncident[]) => string;
};

const STATUS = { not_found: 404, forbidden: 403 } as const;

function refusal(error: unknown): Response {
  const code = error instanceof AppError ? error.code : null;
  if (code !== "not_found" && code !== "forbidden") throw error;
  return new Response(null, { status: STATUS[code] });
}

async function read(ctx: Context, subdomain: string, id: string | undefined) {
  if (id === undefined) return openFeed(ctx, { subdomain });
  const { incident, snapshot } = await openIncident(ctx, { subdomain, incident_id: numberIn(id) });
  return { snapshot, incidents: [incident] };
}

/** The route of a feed: of the page, or of the one incident that the path names. */
export function feedRoute({ type, enabled, draw }: Feed) {
  return async function answer(request: Request, { params }: FeedProps): Promise<Response> {
    const { host, id } = await params;
    const subdomain = decodeURIComponent(host);
    const lang = new URL(request.url).searchParams.get("lang") ?? undefined;
    const visit = visitOf({ subdomain, host: request.headers.get("host"), accept_language: request.headers.get("accept-language"), lang });
    try {
      const { snapshot, incidents } = await openAsCaller(credentialsIn(request.headers), (ctx) => read(ctx, subdomain, id));
      if (!enabled(snapshot.page.settings)) return new Response(null, { status: 404 });
      return new Response(draw(viewOf(visit, snapshot), incidents), { headers: { "content-type": `${type}; charset=utf-8` } });
    } catch (error) {
      return refusal(error);
    }
  };
}
