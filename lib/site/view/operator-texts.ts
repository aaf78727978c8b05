import { picturesAsAltText } from "#lib/core/markdown/pictures.ts";
import { markdownText } from "#lib/core/markdown/text.ts";
import { isActive } from "#lib/incidents/state.ts";
import type { Activity } from "#lib/site/snapshot/activity.ts";
import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";
import type { Postmortem } from "#lib/site/snapshot/records.ts";
import type { PublicService } from "#lib/site/snapshot/tree.ts";
import type { OperatorText } from "#lib/site/view/texts.ts";
import type { View } from "#lib/site/view/view.ts";
import { isMachines, localized, marked, marksOf } from "#lib/site/words/localized.ts";

type Posted = { description: string; translations: unknown };

export function updateTexts(updates: readonly Posted[], { visit }: View): OperatorText[] {
  return updates.map((by) => ({
    by,
    text: localized(by, "description", visit),
    marks: marked(by, "description", visit),
    is_machines: isMachines(by, "description", visit),
  }));
}

const BRIEF = 200;

export function briefText([newest]: readonly Posted[], { visit }: View): string {
  if (!newest) return "";
  const source = picturesAsAltText(localized(newest, "description", visit));
  return markdownText(source, BRIEF).replaceAll(/\s+/g, " ").trim();
}

export function postmortemTexts(postmortem: Postmortem | null, { visit }: View): OperatorText[] {
  if (postmortem === null) return [];
  const marks = marksOf(visit.written, visit);
  return [{ by: postmortem, text: postmortem.description, marks }];
}

export function serviceTexts(services: Iterable<PublicService>, { visit }: View): OperatorText[] {
  return Array.from(services).flatMap((by) => {
    if (!by.description) return [];
    const text = localized(by, "description", visit);
    return [{ by, text, marks: marked(by, "description", visit) }];
  });
}

export function footerTexts({ snapshot, visit }: View): OperatorText[] {
  const { settings } = snapshot.page;
  if (!settings.display_about || !settings.about) return [];
  return [{ by: settings, text: settings.about, marks: marksOf(visit.written, visit) }];
}

export function newestTexts(records: readonly { updates: Posted[] }[], view: View): OperatorText[] {
  return updateTexts(
    records.flatMap(({ updates }) => updates.slice(0, 1)),
    view,
  );
}

/** Texts of current and announced incidents, newest updates first, then of past ones. */
export function activityTexts(
  activity: Activity,
  view: View,
  past: readonly PublicIncident[] = [],
): OperatorText[] {
  const { incidents, maintenances, notices } = activity;
  const { upcoming_maintenances, withdrawn_maintenances } = activity;
  const current: { updates: PublicIncident["updates"] | Posted[] }[] = [
    ...incidents,
    ...maintenances,
    ...notices,
    ...upcoming_maintenances,
    ...withdrawn_maintenances,
  ];
  const earlier = current.flatMap(({ updates }) => updates.slice(1));
  return [...newestTexts([...current, ...past], view), ...updateTexts(earlier, view)];
}

export function textsOfStartPage(view: View): OperatorText[] {
  const { snapshot } = view;
  const listed = new Set(snapshot.past_days.flatMap((day) => day.incidents));
  const recent = snapshot.recent.incidents;
  const told = new Set(recent.map(({ id }) => id));
  const past = [...listed].filter(
    (incident) => !isActive(incident, snapshot.as_of) && !told.has(incident.id),
  );
  return [
    ...activityTexts(snapshot, view, [...recent, ...past]),
    ...updateTexts(
      recent.flatMap(({ updates }) => updates.slice(1)),
      view,
    ),
    ...serviceTexts(snapshot.by_id.values(), view),
  ];
}
