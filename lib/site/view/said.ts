import { markdownText } from "#lib/core/markdown/text.ts";
import { phaseAt } from "#lib/incidents/state.ts";
import type { Happenings } from "#lib/site/snapshot/happenings.ts";
import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";
import type { Postmortem } from "#lib/site/snapshot/open.ts";
import type { PublicService } from "#lib/site/snapshot/tree.ts";
import type { Said } from "#lib/site/view/texts.ts";
import type { View } from "#lib/site/view/view.ts";
import { isMachines, localized, marked, marksOf } from "#lib/site/words/localized.ts";

type Posted = { description: string; translations: unknown };

/** What updates say, in the visitor's language. */
export function saidByUpdates(updates: readonly Posted[], { visit }: View): Said[] {
  return updates.map((by) => ({
    by,
    text: localized(by, "description", visit),
    marks: marked(by, "description", visit),
    is_machines: isMachines(by, "description", visit),
  }));
}

const BRIEF = 200;

/** The beginning of the newest update in one line, for previews; `""`: nothing was said. */
export function toldBriefly([newest]: readonly Posted[], { visit }: View): string {
  if (!newest) return "";
  return markdownText(localized(newest, "description", visit), BRIEF).replaceAll(/\s+/g, " ");
}

/** What was learned from an incident: it is written in the page's language alone. */
export function saidAfterwards(postmortem: Postmortem | null, { visit }: View): Said[] {
  if (postmortem === null) return [];
  const marks = marksOf(visit.written, visit);
  return [{ by: postmortem, text: postmortem.description, marks }];
}

/** What services are, in the visitor's language. */
export function saidByServices(services: Iterable<PublicService>, { visit }: View): Said[] {
  return Array.from(services).flatMap((by) => {
    if (!by.description) return [];
    const text = localized(by, "description", visit);
    return [{ by, text, marks: marked(by, "description", visit) }];
  });
}

/** What the footer of every document says. */
export function saidInFooter({ snapshot, visit }: View): Said[] {
  const { settings } = snapshot.page;
  if (!settings.display_about || !settings.about) return [];
  return [{ by: settings, text: settings.about, marks: marksOf(visit.written, visit) }];
}

/** What the newest updates of incidents, or of notices, say. */
export function saidLast(records: readonly { updates: Posted[] }[], view: View): Said[] {
  return saidByUpdates(
    records.flatMap(({ updates }) => updates.slice(0, 1)),
    view,
  );
}

/** What is said of what goes on and is to come, the newest updates first; and of what was, last. */
export function saidByHappenings(
  { incidents, maintenances, notices, upcoming_maintenances }: Happenings,
  view: View,
  past: readonly PublicIncident[] = [],
): Said[] {
  const current: { updates: PublicIncident["updates"] | Posted[] }[] = [
    ...incidents,
    ...maintenances,
    ...notices,
    ...upcoming_maintenances,
  ];
  const earlier = current.flatMap(({ updates }) => updates.slice(1));
  return [...saidLast([...current, ...past], view), ...saidByUpdates(earlier, view)];
}

/** What the page's start says, the most important first. */
export function saidOnStart(view: View): Said[] {
  const { snapshot } = view;
  const listed = new Set(snapshot.past_days.flatMap((day) => day.incidents));
  const recent = snapshot.recent.incidents;
  const told = new Set(recent.map(({ id }) => id));
  const past = [...listed].filter(
    (incident) => phaseAt(snapshot.as_of, incident) === "closed" && !told.has(incident.id),
  );
  return [
    ...saidByHappenings(snapshot, view, [...recent, ...past]),
    ...saidByUpdates(
      recent.flatMap(({ updates }) => updates.slice(1)),
      view,
    ),
    ...saidByServices(snapshot.by_id.values(), view),
  ];
}
