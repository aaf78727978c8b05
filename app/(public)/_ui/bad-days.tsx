import { kindOf, secondsOf } from "#lib/public-page/bars.ts";
import { duration } from "#lib/public-page/format.ts";
import type { PublicService } from "#lib/public-page/tree.ts";
import type { View } from "#lib/public-page/view.ts";
import { href } from "#lib/public-page/visitor.ts";
import { stateClass } from "./state.tsx";

/** The days on which something happened to a service, in words, newest first. The bars' hints are these same lines. */
export function BadDays({ service, view }: { service: PublicService; view: View }) {
  const { t, f, visit } = view;
  return (
    <ul className="days">
      {service.days.toReversed().map((day) => {
        const kind = kindOf(day);
        return (
          <li key={day.day} data-d={day.day}>
            <a className={`k ${stateClass(kind)}`} href={href(visit, `/history/${day.day}`)}>
              {t(`public.day.${kind}`, { date: f.calendarDay(day.day), duration: duration(secondsOf(day)) })}
            </a>
            {kind !== "scheduled" && ` ${t("public.day.incidents", { count: day.incidents })}`}
          </li>
        );
      })}
    </ul>
  );
}
