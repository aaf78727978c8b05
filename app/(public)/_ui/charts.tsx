import {
  type Chart,
  heightOf,
  isPeriod,
  PERIODS,
  type Period,
  PLANE,
} from "#lib/site/charts/chart.ts";
import type { Charted } from "#lib/site/charts/read.ts";
import type { View } from "#lib/site/view/view.ts";
import { href } from "#lib/site/words/visitor.ts";
import { withQuery } from "../_query.ts";
import { Moment } from "./time.tsx";

type Props = { charted: Charted; period: Period; view: View };
type Drawn = Props & { chart: Chart };

function labelOf({ charted: { metric }, chart, period, view }: Drawn): string {
  const { t, f } = view;
  const measured = chart.values.filter((value) => value !== null);
  return t("metrics.label", {
    title: metric.title,
    period: t(`metrics.${period}`),
    least: f.quantity(Math.min(...measured), metric.unit),
    most: f.quantity(Math.max(...measured), metric.unit),
  });
}

function across(value: number, chart: Chart): string {
  return `${(heightOf(value, chart.scale) / PLANE.height) * 100}%`;
}

/** The values as the script tells them where the line is pointed at. */
function valuesOf({ charted: { metric }, chart, view }: Drawn): string {
  const told = chart.values.map((value) =>
    value === null ? "" : view.f.quantity(value, metric.unit),
  );
  return told.join("|");
}

function Plot(props: Drawn) {
  const { charted, chart, view } = props;
  const { threshold } = charted.metric;
  const { settings, time_zone } = view.snapshot.page;
  return (
    <svg
      className="plot"
      role="img"
      aria-label={labelOf(props)}
      data-from={chart.from}
      data-step={chart.step_seconds}
      data-values={valuesOf(props)}
      data-zone={settings.date_format_enforce_everywhere ? time_zone : undefined}
    >
      {chart.scale.ticks.map((tick) => (
        <line
          key={tick}
          className="grid"
          x2="100%"
          y1={across(tick, chart)}
          y2={across(tick, chart)}
        />
      ))}
      {threshold !== null && (
        <line
          className="limit"
          x2="100%"
          y1={across(threshold, chart)}
          y2={across(threshold, chart)}
        />
      )}
      <svg
        viewBox={`0 0 ${PLANE.width} ${PLANE.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {chart.line && <path className="curve" d={chart.line} />}
        {chart.dots && <path className="curve dot" d={chart.dots} />}
      </svg>
    </svg>
  );
}

/** The values of the gridlines, in a column beside them. */
function Ticks({ charted: { metric }, chart, view }: Drawn) {
  const told = chart.scale.ticks.map((tick) => view.f.quantity(tick, metric.unit));
  const width = Math.max(...told.map((text) => text.length));
  return (
    <svg className="ticks" width={`${width}ch`} aria-hidden="true">
      {chart.scale.ticks.map((tick, index) => (
        <text key={tick} x="100%" y={across(tick, chart)} dy=".35em">
          {told[index]}
        </text>
      ))}
    </svg>
  );
}

function Rows({ charted: { metric }, chart, view }: Drawn) {
  const { t, f } = view;
  return (
    <details className="more">
      <summary>{t("metrics.table")}</summary>
      <table aria-label={metric.title}>
        <thead>
          <tr>
            <th scope="col">{t("metrics.time")}</th>
            <th scope="col">{t("metrics.mean")}</th>
          </tr>
        </thead>
        <tbody>
          {chart.rows.map(({ from, value }) => (
            <tr key={from}>
              <td>
                <Moment time={new Date(from * 1_000).toISOString().slice(0, 19)} view={view} />
              </td>
              <td>{value === null ? t("metrics.empty") : f.quantity(value, metric.unit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

type Chosen = { address: string; chosen: Period; view: View };

/** The periods that a chart can show, as addresses. */
export function Periods({ address, chosen, view }: Chosen) {
  const { t, visit } = view;
  return (
    <nav className="pager" aria-label={t("metrics.period")}>
      {Object.keys(PERIODS)
        .filter(isPeriod)
        .map((period) => (
          <a
            key={period}
            href={href(visit, withQuery(address, { period }))}
            aria-current={period === chosen ? "page" : undefined}
          >
            {t(`metrics.${period}`)}
          </a>
        ))}
    </nav>
  );
}

type Whole = Props & { as?: "h2" | "h3"; whole?: boolean };

/** A metric: its number over the period, its line, and on its own page the table behind it. */
export function MetricChart({ charted, period, view, as: Title = "h3", whole = false }: Whole) {
  const { t, f } = view;
  const { metric, featured, chart } = charted;
  const id = `m${metric.id}`;
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption>
        <Title id={id}>{metric.title}</Title>
        {featured !== null && (
          <p>
            <b>{f.quantity(featured, metric.unit)}</b>
            {` ${t(`metrics.${metric.featured_number}`)}`}
          </p>
        )}
      </figcaption>
      {chart === null ? (
        <p className="meta">{t("metrics.none")}</p>
      ) : (
        <>
          <div className="plane">
            <Ticks charted={charted} chart={chart} period={period} view={view} />
            <Plot charted={charted} chart={chart} period={period} view={view} />
            <p className="axis">
              <span>{t(`metrics.from_${period}`)}</span>
              <span>{t("metrics.now")}</span>
            </p>
          </div>
          {metric.threshold !== null && (
            <p className="limit">
              {t("metrics.threshold", { value: f.quantity(metric.threshold, metric.unit) })}
            </p>
          )}
          {whole && <Rows charted={charted} chart={chart} period={period} view={view} />}
        </>
      )}
    </figure>
  );
}

/** The first metrics of a page over the last day, and the way to all of them. */
export function Metrics({ charts, view }: { charts: readonly Charted[]; view: View }) {
  const { t, visit } = view;
  if (charts.length === 0) return null;
  return (
    <section aria-labelledby="metrics">
      <h2 id="metrics">{t("metrics.title")}</h2>
      <div className="charts">
        {charts.map((charted) => (
          <MetricChart key={charted.metric.id} charted={charted} period="day" view={view} />
        ))}
      </div>
      <p className="meta">
        <a href={href(visit, "/metrics")}>{t("metrics.all")}</a>
      </p>
    </section>
  );
}
