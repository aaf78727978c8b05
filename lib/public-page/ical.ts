import ical, { type ICalEventData, ICalEventStatus, ICalEventTransparency } from "ical-generator";
import type { PublicIncident } from "#lib/public-page/incidents.ts";
import { localized } from "#lib/public-page/localized.ts";
import { typeName } from "#lib/public-page/type-name.ts";
import { namesOf, type View } from "#lib/public-page/view.ts";
import { incidentUrl, pageUrl } from "#lib/status-pages/address.ts";

const REFRESH_SECONDS = 300;
// More than a calendar shows; folding lines of megabytes would take seconds.
const MAX_DESCRIPTION = 4_000;

function time(wire: string): Date {
  return new Date(`${wire}Z`);
}

function beginning(text: string): string {
  return text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION)}…` : text;
}

function lastChanged({ updated_at, updates }: PublicIncident): string {
  return [updated_at, ...updates.map((update) => update.updated_at)].toSorted().at(-1) ?? updated_at;
}

function event(incident: PublicIncident, view: View): ICalEventData {
  const { t, visit, snapshot } = view;
  const { id, severity, starts_at, ends_at, updates, inserted_at } = incident;
  const { subdomain } = snapshot.page;
  const names = namesOf(incident.service_ids, view);
  const told = updates.map((update) => `${t(`public.update.${update.type}`)}: ${localized(update, "description", visit.locale)}`);
  const planned = severity === "scheduled";
  return {
    id: `incident-${id}@${new URL(pageUrl(subdomain)).hostname}`,
    start: time(starts_at),
    end: time(ends_at ?? [starts_at, snapshot.as_of].toSorted()[1] ?? starts_at),
    stamp: time(lastChanged(incident)),
    created: time(inserted_at),
    lastModified: time(lastChanged(incident)),
    sequence: updates.length,
    summary: `${typeName(incident, view)}: ${localized(incident, "title", visit.locale)}`,
    description: beginning([...(names.length > 0 ? [t("feeds.affects", { services: names.join(", ") })] : []), ...told].join("\n\n")),
    url: incidentUrl(subdomain, id),
    // A maintenance that was called off before its start has no length.
    status: planned && starts_at === ends_at ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    transparency: ICalEventTransparency.TRANSPARENT,
    categories: [{ name: planned ? "MAINTENANCE" : "INCIDENT" }],
  };
}

/** Maintenances and incidents as a calendar, in UTC. What has no end yet lasts until now. */
export function icalOf(view: View, incidents: PublicIncident[]): string {
  const { page } = view.snapshot;
  const calendar = ical({
    name: view.t("feeds.title", { name: page.name }),
    prodId: { company: "Allclear", product: "status page", language: view.visit.locale.toUpperCase() },
    url: pageUrl(page.subdomain),
    ttl: REFRESH_SECONDS,
    events: incidents.map((incident) => event(incident, view)),
  });
  return calendar.toString();
}
