import { secondsOf } from "#lib/public-page/look/bars.ts";
import type { PublicService } from "#lib/public-page/snapshot/tree.ts";
import type { View } from "#lib/public-page/view/view.ts";
import { href } from "#lib/public-page/words/visitor.ts";
import { dayAddress } from "./day-address.ts";
import { stateClass } from "./state.tsx";

/**
 * The days on which something happened to a service, in words, newest first. The bars' hints are
 * these same lines.
 */
export function BadDays({ service, view }: { service: PublicService; view: View }) {
  const { t, f, visit } = view;
  return (
    <ul className="days">
      {service.days.toReversed().map((day) => {
        const { severity } = day;
        const address = dayAddress(service.id, day.day, day.corrected !== undefined);
        return (
          <li key={day.day} data-d={day.day}>
            <a className={`k ${stateClass(severity)}`} href={href(visit, address)}>
              {t(`public.day.${severity}`, {
                date: f.calendarDay(day.day),
                duration: f.duration(secondsOf(day)),
              })}
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
