import { markdownRoute } from "#app/(public)/_markdown.ts";
import { incidentMarkdown } from "#lib/site/markdown.ts";
import { loadIncident } from "#lib/site/snapshot/records.ts";
import { numberIn } from "#lib/site/words/visitor.ts";
import { MARKDOWN } from "#lib/core/routes/routes.ts";

export const GET = markdownRoute(
  MARKDOWN.incident,
  (ctx, { subdomain, id }) => loadIncident(ctx, { subdomain, incident_id: numberIn(id) }),
  (view, opened) => incidentMarkdown(view, opened),
);
