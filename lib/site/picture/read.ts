import { LRUCache } from "lru-cache";
import satori from "satori";
import sharp from "sharp";
import type { PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { isOver, phaseAt } from "#lib/incidents/state.ts";
import { palette } from "#lib/pages/branding/theme.ts";
import { type Card, draft, type Element, pictureFonts, SIZE } from "#lib/site/picture/card.ts";
import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";
import { loadSnapshot } from "#lib/site/snapshot/load.ts";
import { loadIncident } from "#lib/site/snapshot/records.ts";
import { secondsLasted } from "#lib/site/view/course.ts";
import { affectedNames, stateName, type View, viewOf } from "#lib/site/view/view.ts";
import { localized } from "#lib/site/words/localized.ts";
import type { Visit } from "#lib/site/words/visitor.ts";

// The part of React that satori uses.
type Node = Parameters<typeof satori>[0];
type Picture = Uint8Array<ArrayBuffer>;

const COLOURS = 64;
const MAX_KEPT = 200;

async function draw(card: Card): Promise<Picture> {
  const element: Element = draft(card);
  const svg = await satori(element as Node, { ...SIZE, fonts: pictureFonts() });
  const png = sharp(Buffer.from(svg)).png({ palette: true, colours: COLOURS });
  return new Uint8Array(await png.toBuffer());
}

// Restricted pages bypass the page cache: every client requests their picture.
const drawn = new LRUCache<string, Picture, Card>({
  max: MAX_KEPT,
  fetchMethod: (_key, _stale, { context }) => draw(context),
});

/** A PNG of 1200 × 630 for link previews. Makes no requests. */
export function drawPicture(card: Card): Promise<Picture> {
  return drawn.forceFetch(JSON.stringify(card), { context: card });
}

function cardOf(view: View, { state, text, details }: Pick<Card, "state" | "text" | "details">) {
  const { snapshot, visit, t, f } = view;
  const { settings, name } = snapshot.page;
  return {
    state,
    text,
    brand: localized(settings, "header_logo_text", visit) || name,
    details: [...details, t("public.as_of", { time: f.dateTime(snapshot.as_of) })],
    colors: palette(settings, "light"),
  };
}

/** The page's state as a picture. @throws {AppError} `not_found`, `forbidden` */
export async function loadPagePicture(
  ctx: Context,
  target: PageTarget,
  visit: Visit,
): Promise<Uint8Array<ArrayBuffer>> {
  const { snapshot } = await loadSnapshot(ctx, target);
  const view = viewOf(visit, snapshot);
  const { severity, text } = view.sentence;
  const state = severity ?? (snapshot.by_id.size > 0 ? "none" : "unknown");
  return drawPicture(cardOf(view, { state, text, details: [] }));
}

function detailsOf(incident: PublicIncident, view: View): string[] {
  const { t, f, snapshot } = view;
  const { ends_at } = incident;
  const what = [stateName(incident, view)];
  if (ends_at !== null && phaseAt(snapshot.as_of, incident) === "closed")
    what.push(t("page.lasted", { duration: f.duration(secondsLasted(incident, view)) }));
  const services = f.list(affectedNames(incident, view));
  return [what.join(" · "), ...(services ? [services] : [])];
}

/** An incident as a picture, green once it is over. @throws {AppError} `not_found`, `forbidden` */
export async function loadIncidentPicture(
  ctx: Context,
  target: PageTarget & { incident_id: number },
  visit: Visit,
): Promise<Uint8Array<ArrayBuffer>> {
  const { snapshot, incident } = await loadIncident(ctx, target);
  const view = viewOf(visit, snapshot);
  return drawPicture(
    cardOf(view, {
      state: isOver(incident, snapshot.as_of) ? "none" : incident.severity,
      text: localized(incident, "title", view.visit),
      details: detailsOf(incident, view),
    }),
  );
}
