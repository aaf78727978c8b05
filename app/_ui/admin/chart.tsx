import { type Chart, heightOf, PLANE } from "#lib/site/charts/chart.ts";

type Props = {
  chart: Chart;
  /** Describes it for people who cannot see it. */
  label: string;
  threshold: number | null;
  write: (value: number) => string;
};

/** The line of a metric, as on the page. */
export function LineChart({ chart, label, threshold, write }: Props) {
  const across = (value: number) => `${(heightOf(value, chart.scale) / PLANE.height) * 100}%`;
  return (
    <svg role="img" aria-label={label} className="mt-4 block h-44 w-full overflow-visible">
      {chart.scale.ticks.map((tick) => (
        <line key={tick} x2="100%" y1={across(tick)} y2={across(tick)} className="stroke-line" />
      ))}
      {threshold !== null && (
        <line
          x2="100%"
          y1={across(threshold)}
          y2={across(threshold)}
          strokeDasharray="5 4"
          className="stroke-major"
        />
      )}
      <svg
        viewBox={`0 0 ${PLANE.width} ${PLANE.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path
          d={chart.line}
          vectorEffect="non-scaling-stroke"
          className="fill-none stroke-2 stroke-link"
        />
      </svg>
      {chart.scale.ticks.map((tick) => (
        <text
          key={tick}
          y={across(tick)}
          dy="-4"
          className="fill-muted stroke-4 stroke-ground text-xs [paint-order:stroke]"
        >
          {write(tick)}
        </text>
      ))}
    </svg>
  );
}
