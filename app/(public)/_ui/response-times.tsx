import type { TimesChart } from "#lib/site/charts/read.ts";
import type { PublicService } from "#lib/site/snapshot/tree.ts";
import type { View } from "#lib/site/view/view.ts";
import { MetricChart, Periods } from "./charts.tsx";

type Props = { service: PublicService; times: TimesChart | null; view: View };

/** How fast a service answered its checks. */
export function ResponseTimes({ service, times, view }: Props) {
  if (times === null) return null;
  const { t, f } = view;
  const { period, p95 } = times;
  const title = t("checks.response_time");
  const charted = { ...times.charted, metric: { ...times.charted.metric, title } };
  return (
    <section className="times" id="response-time" aria-labelledby={`m${service.id}`}>
      <MetricChart charted={charted} period={period} view={view} as="h2" whole />
      {p95 !== null && (
        <p className="meta">
          {t("checks.p95", { value: f.quantity(Math.round(p95), charted.metric.unit) })}
        </p>
      )}
      <Periods address={`/services/${service.id}`} chosen={period} view={view} />
    </section>
  );
}
