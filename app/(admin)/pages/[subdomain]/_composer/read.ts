import { type Listed, withNames } from "#app/(admin)/pages/[subdomain]/incidents/_read.ts";
import { isOwn } from "#app/(admin)/pages/[subdomain]/incidents/_ui/words.ts";
import { Pagination, sliceFrom } from "#lib/api/pagination.ts";
import { lastChange } from "#lib/core/audit/read.ts";
import { picturesAsAltText } from "#lib/core/markdown/pictures.ts";
import { markdownText } from "#lib/core/markdown/text.ts";
import type { Context } from "#lib/core/request/context.ts";
import { getIncident, listIncidents, listUpdateAuthors } from "#lib/incidents/read.ts";
import type { IncidentTemplate } from "#lib/incidents/templates/schema.ts";
import { listIncidentTemplates } from "#lib/incidents/templates/templates.ts";
import { readAudience } from "#lib/notifications/audience/audience.ts";
import { hasSocialAccount } from "#lib/notifications/social-posts.ts";
import { palette } from "#lib/pages/branding/theme.ts";
import type { StatusPage } from "#lib/pages/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { nameOf } from "#lib/platform/i18n/tags.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import { type Composable, composable, type Newest, worstFirst } from "./composable.ts";

type Asked = { ctx: Context; page: StatusPage };

export type Template = Pick<
  IncidentTemplate,
  "id" | "name" | "title" | "description" | "service_ids" | "translations"
>;

/** Data of the page that composing needs, whatever is written. */
export type Kit = {
  templates: Template[];
  /** Into which the page is translated. */
  languages: { tag: string; name: string }[];
  time_zone: string;
  notify: boolean;
  /** Null: the page posts nothing to social networks. */
  social_post: boolean | null;
  /** The page's own colours as CSS has them, each for light and dark. */
  look: Record<string, string>;
};

/** How much is shown of what was said last, in characters. */
const SHOWN = 300;

/** The most incidents an update is offered for; whoever has more opens theirs. */
const MAX_LISTED = "20";

function appearanceReport(page: StatusPage): Record<string, string> {
  const [light, dark] = [palette(page, "light"), palette(page, "dark")];
  const names = ["j", "n", "o", "p", "link"] as const;
  return Object.fromEntries(
    names.map((name) => [`--page-${name}`, `light-dark(${light[name]}, ${dark[name]})`]),
  );
}

export async function readKit({ ctx, page }: Asked): Promise<Kit> {
  const [templates, posts] = await Promise.all([
    listIncidentTemplates(ctx, page),
    hasSocialAccount(ctx, page),
  ]);
  const tags = page.languages.filter((tag) => tag !== page.default_language);
  return {
    templates: templates.map(({ incident_types: _, ...template }) => template),
    languages: tags.map((tag) => ({ tag, name: nameOf(tag) })),
    time_zone: page.time_zone,
    notify: page.notify_by_default,
    social_post: posts ? page.social_post_by_default : null,
    look: appearanceReport(page),
  };
}

async function newestOf({ ctx, page }: Asked, incident: Listed): Promise<Newest | null> {
  const [newest] = incident.updates;
  if (!newest) return null;
  const { id, posted_at, description } = newest;
  const target = { subdomain: page.subdomain, incident_id: incident.id };
  const [authors, last] = await Promise.all([
    listUpdateAuthors(ctx, target),
    lastChange(ctx, page, { subject: "incident_update", id }),
  ]);
  const author = authors.get(id) ?? null;
  // Updates that a program posts with one's key are news, too.
  const isByHand = last === null || last.user_id !== null;
  return {
    ...{ id, posted_at, by: author?.name ?? null },
    is_own: isOwn(author, ctx) && isByHand,
    is_automatic: author === null && incident.detected === "automatic",
    description: markdownText(picturesAsAltText(description), SHOWN),
  };
}

export async function readComposable(asked: Asked, incident: Listed): Promise<Composable> {
  const target = { subdomain: asked.page.subdomain, incident_id: incident.id };
  const [newest, audience] = await Promise.all([
    newestOf(asked, incident),
    readAudience(asked.ctx, target),
  ]);
  return composable(incident, { newest, audience }, wireNow());
}

/** Open incidents, the worst first. */
export async function readOpen(
  asked: Asked & { t: Translate },
  also: number | null = null,
): Promise<Listed[]> {
  const { ctx, page } = asked;
  const slice = sliceFrom(Pagination.parse({ limit: MAX_LISTED }), env().APP_URL);
  const { rows } = await listIncidents(ctx, page, slice, { status: "open" });
  const isMissing = also !== null && !rows.some(({ id }) => id === also);
  const target = { subdomain: page.subdomain, incident_id: also ?? 0 };
  const more = isMissing ? await getIncident(ctx, target).catch(() => null) : null;
  const open = (await withNames(asked, rows)).toSorted(worstFirst);
  return more ? [...open, ...(await withNames(asked, [more]))] : open;
}
