import type { PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { phaseAt } from "#lib/incidents/state.ts";
import { palette } from "#lib/pages/branding/theme.ts";
import { secondsBetween } from "#lib/platform/clock.ts";
import type { Card } from "#lib/site/picture/card.ts";
import { drawPicture } from "#lib/site/picture/draw.ts";
import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";
import { openIncident } from "#lib/site/snapshot/open.ts";
import { openSnapshot } from "#lib/site/snapshot/open-snapshot.ts";
import { typeName } from "#lib/site/view/type-name.ts";
import { namesOf, type View, viewOf } from "#lib/site/view/view.ts";
import { localized } from "#lib/site/words/localized.ts";
import type { Visit } from "#lib/site/words/visitor.ts";

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

/**
 * What the page says now, as a picture.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function openPagePicture(
  ctx: Context,
  target: PageTarget,
  visit: Visit,
): Promise<Uint8Array<ArrayBuffer>> {
  const { snapshot } = await openSnapshot(ctx, target);
  const view = viewOf(visit, snapshot);
  const { severity, text } = view.sentence;
  const state = severity ?? (snapshot.by_id.size > 0 ? "none" : "unknown");
  return drawPicture(cardOf(view, { state, text, details: [] }));
}

function detailsOf({ service_ids, ...incident }: PublicIncident, view: View): string[] {
  const { t, f, snapshot } = view;
  const { starts_at, ends_at } = incident;
  const what = [typeName(incident, view)];
  if (ends_at !== null && ends_at <= snapshot.as_of)
    what.push(t("page.lasted", { duration: f.duration(secondsBetween(starts_at, ends_at)) }));
  const services = f.list(namesOf(service_ids, view));
  return [what.join(" · "), ...(services ? [services] : [])];
}

/**
 * An incident as a picture: its title under the state it brings, green once it is over.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function openIncidentPicture(
  ctx: Context,
  target: PageTarget & { incident_id: number },
  visit: Visit,
): Promise<Uint8Array<ArrayBuffer>> {
  const { snapshot, incident } = await openIncident(ctx, target);
  const view = viewOf(visit, snapshot);
  const isOver = phaseAt(snapshot.as_of, incident) === "closed";
  return drawPicture(
    cardOf(view, {
      state: isOver ? "none" : incident.severity,
      text: localized(incident, "title", view.visit),
      details: detailsOf(incident, view),
    }),
  );
}
