import { barsOf, incidentDays } from "#lib/public-page/look/bars.ts";
import type { PublicService } from "#lib/public-page/snapshot/tree.ts";
import type { View } from "#lib/public-page/view/view.ts";
import { STATE_CLASS } from "./state.tsx";

/** What the bars say, for who cannot see them. */
function barsLabel(service: PublicService, view: View): string {
  const { t, f, days } = view;
  const uptime = t("public.services.uptime", {
    percent: f.percent(service.uptime ?? 100),
    days: days.length,
  });
  return t("public.services.bars", { uptime, count: incidentDays(service.days).length });
}

/**
 * A service's days as one path per kind; CSS draws them as bars, and the last thirty only where
 * there is little room.
 */
export function Bars({ service, view }: { service: PublicService; view: View }) {
  const { days } = view;
  const { known, unknown, major, minor, scheduled } = barsOf(days, service);
  return (
    <svg
      className="b"
      viewBox={`0 0 ${days.length} 20`}
      preserveAspectRatio="none"
      role="img"
      aria-label={barsLabel(service, view)}
    >
      {known && <path className={STATE_CLASS.none} d={known} />}
      {unknown && <path className="u" d={unknown} />}
      {scheduled && <path className={STATE_CLASS.scheduled} d={scheduled} />}
      {minor && <path className={STATE_CLASS.minor} d={minor} />}
      {major && <path className={STATE_CLASS.major} d={major} />}
    </svg>
  );
}

/** "99.98 %" with the name of the service for assistive technology left to the row. */
export function Uptime({ service, view }: { service: PublicService; view: View }) {
  return service.uptime === null ? null : <i>{view.f.percent(service.uptime)}</i>;
}
