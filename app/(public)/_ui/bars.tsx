import type { PublicService } from "#lib/site/snapshot/tree.ts";
import { barsOf, incidentDays } from "#lib/site/uptime-bars.ts";
import type { View } from "#lib/site/view/view.ts";
import { STATE_CLASS } from "./state.tsx";

type Props = { service: PublicService; view: View };

/** The bars in words, for screen readers. */
function barsLabel(service: PublicService, view: View): string {
  const { t, f, days } = view;
  const { first_day } = service;
  const percent = f.percent(service.uptime ?? 100);
  const isYoung = first_day > (days[0] ?? "");
  const uptime = isYoung
    ? `${percent} ${t("history.uptime.since", { date: f.calendarDay(first_day) })}`
    : t("public.services.uptime", { percent, days: days.length });
  return t("public.services.bars", { uptime, count: incidentDays(service.days).length });
}

/**
 * A service's days as one path per kind; CSS draws them as bars, and the last thirty only where
 * there is little room.
 */
export function Bars({ service, view }: Props) {
  const { days } = view;
  const { known, rest, unknown, major, minor, scheduled } = barsOf(days, service);
  return (
    <svg
      className="b"
      viewBox={`0 0 ${days.length} 20`}
      preserveAspectRatio="none"
      role="img"
      aria-label={barsLabel(service, view)}
    >
      {known && <path className={`known ${STATE_CLASS.none}`} d={known} />}
      {rest && <path className={STATE_CLASS.none} d={rest} />}
      {unknown && <path className="u" d={unknown} />}
      {scheduled && <path className={STATE_CLASS.scheduled} d={scheduled} />}
      {minor && <path className={STATE_CLASS.minor} d={minor} />}
      {major && <path className={STATE_CLASS.major} d={major} />}
    </svg>
  );
}

/** "99.98 %" of the days that are shown, here and where there is little room. */
export function Uptime({ service: { uptime, uptime_30 }, view: { f } }: Props) {
  if (uptime === null) return null;
  if (uptime_30 === null) return <i>{f.percent(uptime)}</i>;
  return (
    <i>
      <span className="w">{f.percent(uptime)}</span>
      <span className="f">{f.percent(uptime_30)}</span>
    </i>
  );
}

type Words = "page.services.uptime" | "page.services.ago";

/** A number of days in words: of all that are shown, and of those where there is little room. */
export function DaysShown({ words, view: { t, days } }: { words: Words; view: View }) {
  if (days.length === 30) return t(words, { days: 30 });
  return (
    <>
      <span className="w">{t(words, { days: days.length })}</span>
      <span className="f">{t(words, { days: 30 })}</span>
    </>
  );
}

/** Labels below bars: when they begin, and that they end today. */
export function Axis({ view }: { view: View }) {
  return (
    <p className="axis">
      <span>
        <DaysShown words="page.services.ago" view={view} />
      </span>
      <span>{view.t("page.services.today")}</span>
    </p>
  );
}
