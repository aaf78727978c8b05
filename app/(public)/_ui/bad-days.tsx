import type { UptimeDay } from "#lib/services/uptime/uptime.ts";
import type { PublicService } from "#lib/site/snapshot/tree.ts";
import { partOfDay, secondsOf } from "#lib/site/uptime-bars.ts";
import type { View } from "#lib/site/view/view.ts";
import { href } from "#lib/site/words/visitor.ts";
import { dayAddress } from "./day-address.ts";
import { stateClass } from "./state.tsx";

/** A day in words, "12 March: down 1 h 12 min"; for a parent, how many children were affected. */
export function dayWords(day: UptimeDay, { t, f }: View): string {
  const told = { date: f.calendarDay(day.day), duration: f.duration(secondsOf(day)) };
  const part = partOfDay(day);
  if (secondsOf(day) === 0) return t("public.day.instant", { ...told, count: day.incidents });
  if (!part) return t(`public.day.${day.severity}`, told);
  return t("public.day.part", { ...told, part: t("public.services.affected", part) });
}

/** How many incidents a day had, unless its words say so, whether they count, and a correction. */
export function dayRemarks(day: UptimeDay, { t }: View): string {
  const isTold = day.incidents > 0 && secondsOf(day) > 0;
  const incidents = isTold ? ` ${t("public.day.incidents", { count: day.incidents })}` : "";
  const remarks = [
    ...(isTold && day.downtime_seconds === 0 && !day.corrected
      ? [t("public.incidents.uncounted")]
      : []),
    ...(day.corrected ? [t("checks.corrected")] : []),
  ];
  return `${incidents}${remarks.map((remark) => ` · ${remark}`).join("")}`;
}

/**
 * The days on which something happened to a service, in words, newest first. The bars' hints are
 * these same lines.
 */
export function BadDays({ service, view }: { service: PublicService; view: View }) {
  const { visit } = view;
  return (
    <ul className="days">
      {service.days.toReversed().map((day) => {
        const { severity } = day;
        const part = partOfDay(day);
        const state = part ? `${stateClass(part.severity)} h` : stateClass(severity);
        const address = dayAddress(service.id, day.day, day.corrected !== undefined);
        return (
          <li key={day.day} data-d={day.day}>
            <a className={`k ${state}`} href={href(visit, address)}>
              {dayWords(day, view)}
            </a>
            {dayRemarks(day, view)}
          </li>
        );
      })}
    </ul>
  );
}
