import Link from "next/link";
import { notFound } from "next/navigation";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { LineChart } from "#app/_ui/admin/chart.tsx";
import { Flash } from "#app/_ui/admin/flash.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { TabLinks } from "#app/_ui/admin/tabs.tsx";
import { type Admin, found, openAdmin } from "#app/(admin)/_shared/open.ts";
import { readChart } from "#app/(admin)/pages/[subdomain]/metrics/_chart.ts";
import { readSources } from "#app/(admin)/pages/[subdomain]/metrics/_sources.ts";
import { DeleteMetric } from "#app/(admin)/pages/[subdomain]/metrics/_ui/delete-metric.tsx";
import { EntryForm } from "#app/(admin)/pages/[subdomain]/metrics/_ui/entry-form.tsx";
import { MetricForm } from "#app/(admin)/pages/[subdomain]/metrics/_ui/metric-form.tsx";
import { LastReceived, SendEntries } from "#app/(admin)/pages/[subdomain]/metrics/_ui/received.tsx";
import { LastPull, SeriesChoice } from "#app/(admin)/pages/[subdomain]/metrics/_ui/series.tsx";
import { updateMetricAction } from "#app/(admin)/pages/[subdomain]/metrics/actions.ts";
import { MetricParams } from "#lib/api/body.ts";
import { getMetric } from "#lib/services/metrics/metrics.ts";
import type { Metric } from "#lib/services/metrics/schema.ts";
import { isPeriod, PERIODS, type Period } from "#lib/site/charts/chart.ts";

type Props = {
  params: Promise<{ subdomain: string; metric_id: string }>;
  searchParams: Promise<{ period?: string; done?: string; series?: string }>;
};

export default async function MetricPage({ params, searchParams }: Props) {
  const route = await params;
  const query = await searchParams;
  const admin = await openAdmin(route.subdomain);
  const target = MetricParams.safeParse(route);
  if (!target.success) notFound();
  const { ctx, t, locale, page, may } = admin;
  const metric = await found(getMetric(ctx, target.data));
  const { subdomain, metric_id } = target.data;
  const back = { href: `/pages/${subdomain}/metrics`, label: t("admin_metrics.title") };
  const period = isPeriod(query.period) ? query.period : "day";
  const mayWrite = may("metric.write");
  return (
    <Screen title={metric.title} of={t("admin_metrics.title")} t={t} back={back}>
      {query.done === "created" && <Flash text={t("admin_metrics.done.created")} />}
      <AreaTexts locale={locale} areas={["admin_metrics"]}>
        <Measured admin={admin} metric={metric} period={period} />
        <LastReceived admin={admin} metric={metric} />
        <LastPull admin={admin} metric={metric} />
        {mayWrite && <SendEntries admin={admin} metric={metric} />}
        {mayWrite && query.series === "1" && <SeriesChoice admin={admin} metric={metric} />}
        {mayWrite && query.series !== "1" && metric.integration_id !== null && (
          <p className="mb-6">
            <Link
              className="text-link hover:underline"
              href={`/pages/${subdomain}/metrics/${metric_id}?series=1`}
            >
              {t("admin_metrics.series.show")}
            </Link>
          </p>
        )}
        {mayWrite && (
          <Section title={t("admin_metrics.entry.title")} text={t("admin_metrics.entry.text")}>
            <EntryForm
              {...{ subdomain, metric_id }}
              unit={metric.unit}
              time_zone={page.time_zone}
            />
          </Section>
        )}
        <MetricForm
          action={updateMetricAction}
          subdomain={subdomain}
          metric={metric}
          sources={await readSources(admin, metric)}
          mayWrite={mayWrite}
        />
        {mayWrite && <DeleteMetric {...{ subdomain, metric_id }} title={metric.title} />}
      </AreaTexts>
    </Screen>
  );
}

type MeasuredProps = { admin: Admin; metric: Metric; period: Period };

async function Measured({ admin, metric, period }: MeasuredProps) {
  const { t, page, format } = admin;
  const { chart, featured } = await readChart(admin, metric, period);
  const write = (value: number) => format.quantity(value, metric.unit);
  const address = `/pages/${page.subdomain}/metrics/${metric.id}`;
  const periods = Object.keys(PERIODS) as Period[];
  return (
    <section aria-label={t("admin_metrics.chart")} className="mb-6">
      <TabLinks
        label={t("admin_metrics.chart")}
        tabs={periods.map((each) => ({
          href: `${address}?period=${each}`,
          label: t(`admin_metrics.periods.${each}`),
          isChosen: each === period,
        }))}
      />
      {chart === null ? (
        <p className="note text-muted">{t("admin_metrics.no_entries")}</p>
      ) : (
        <>
          {featured !== null && (
            <p className="mb-6">
              <b className="font-semibold text-xl">{write(featured)}</b>{" "}
              <span className="text-muted">
                {t(`admin_metrics.featured.${metric.featured_number}`)}
              </span>
            </p>
          )}
          <LineChart
            chart={chart}
            label={t("admin_metrics.chart_label", {
              title: metric.title,
              least: write(leastOf(chart.values)),
              most: write(mostOf(chart.values)),
            })}
            threshold={metric.threshold}
            write={write}
          />
        </>
      )}
    </section>
  );
}

type Values = readonly (number | null)[];

const measured = (values: Values) => values.filter((value) => value !== null);
const leastOf = (values: Values) => Math.min(...measured(values));
const mostOf = (values: Values) => Math.max(...measured(values));
