import { secondsAffected } from "#lib/incidents/affected.ts";
import type { ImpactRow } from "#lib/incidents/impacts.queries.ts";
import { later, secondsBetween } from "#lib/platform/clock.ts";
import { isolated } from "#lib/platform/i18n/tags.ts";
import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";
import type { View } from "#lib/site/view/view.ts";
import { courseSentence } from "#lib/site/words/course.ts";
import { localized } from "#lib/site/words/localized.ts";

type Course = Pick<PublicIncident, "impacts" | "starts_at" | "ends_at" | "severity">;

/** Leaves out plans, such as an end in the future. */
function untilNow(impacts: readonly ImpactRow[], now: string): ImpactRow[] {
  return impacts
    .filter(({ starts_at }) => starts_at <= now)
    .map((impact) => {
      const isOver = impact.ends_at !== null && impact.ends_at <= now;
      return isOver ? impact : { ...impact, ends_at: null };
    });
}

type TimeText = (time: string, isDated: boolean) => string;

function sentenceWith({ severity, impacts }: Course, view: View, timeText: TimeText) {
  if (severity === "scheduled") return null;
  const { visit, snapshot, t, f, names } = view;
  return courseSentence(untilNow(impacts, snapshot.as_of), {
    locale: visit.locale,
    t,
    list: f.list,
    nameOf: (id) => {
      const name = names.get(id);
      return name === undefined ? null : isolated(name, visit.locale);
    },
    typeOf: (type) => {
      const own = snapshot.types.get(type);
      return own ? localized(own, "name", visit) : null;
    },
    dayOf: f.day,
    timeText,
  });
}

function timeTextIn({ f }: View): TimeText {
  return (time, isDated) =>
    isDated ? `${f.calendarDay(f.day(time))}${f.glue}${f.bareTime(time)}` : f.bareTime(time);
}

/** null: nothing but the start, the end and the type. */
export function courseText(incident: Course, view: View): string | null {
  return sentenceWith(incident, view, timeTextIn(view));
}

type CoursePart = { text: string; time: string | null };

// No text of an operator contains it.
const MARK = "\0";

/** The same, with its times apart. */
export function courseParts(incident: Course, view: View): CoursePart[] {
  const timeText = timeTextIn(view);
  const marked = sentenceWith(
    incident,
    view,
    (time, isDated) => `${MARK}${time} ${timeText(time, isDated)}${MARK}`,
  );
  return (marked ?? "").split(MARK).flatMap((text, index): CoursePart[] => {
    if (index % 2 === 0) return text ? [{ text, time: null }] : [];
    const [time = "", ...words] = text.split(" ");
    return [{ text: words.join(" "), time }];
  });
}

/** Without the time between a resolution and a relapse. */
export function secondsLasted(incident: Course, { snapshot }: View): number {
  return secondsAffected(incident, snapshot.as_of);
}

/** Since when it would have gone on, had it never been resolved in between. */
export function countedSince(incident: Course, view: View): string {
  const { as_of } = view.snapshot;
  const gap_seconds = secondsBetween(incident.starts_at, as_of) - secondsLasted(incident, view);
  return later(incident.starts_at, Math.max(0, gap_seconds));
}
