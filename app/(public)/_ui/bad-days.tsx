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
  if (!part) return t(`public.day.${day.severity}`, told);
  return t("public.day.part", { ...told, part: t("public.services.affected", part) });
}

/**
 * The days on which something happened to a service, in words, newest first. The bars' hints are
 * these same lines.
 */
export function BadDays({ service, view }: { service: PublicService; view: View }) {
  const { t, visit } = view;
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
            {severity !== "scheduled" &&
              day.incidents > 0 &&
              ` ${t("public.day.incidents", { count: day.incidents })}`}
            {day.corrected && ` · ${t("checks.corrected")}`}
          </li>
        );
      })}
    </ul>
  );
}
