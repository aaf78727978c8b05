import { stringify } from "csv-stringify/sync";
import { cleanLine } from "#lib/platform/text.ts";
import { type Period, WEIGHTS } from "#lib/services/uptime/uptime.ts";
import { type ExplainedDay, weightedSeconds } from "#lib/site/uptime/explain.ts";
import type { MeasuredIncident } from "#lib/site/uptime/queries.ts";
import type { Explained } from "#lib/site/uptime/read.ts";
import type { View } from "#lib/site/view/view.ts";
import { localized } from "#lib/site/words/localized.ts";

const COLUMNS = [
  "day",
  "kind",
  "type",
  "name",
  "incident_id",
  "service_id",
  "starts_at",
  "ends_at",
  "seconds",
  "weight",
  "checks_up",
  "checks_down",
  "checks_without_result",
  "downtime_seconds",
] as const;
type Row = Partial<Record<(typeof COLUMNS)[number], string | number>>;

const FRACTION = 6;

// Without an exponent, and without a sign that spreadsheets take for a formula.
function number(value: number): string {
  return value.toFixed(FRACTION).replace(/\.?0+$/, "");
}

function sumRow(day: string, seconds: number): Row {
  return { day, kind: "sum", downtime_seconds: number(seconds) };
}

function childRows(counted: ExplainedDay, view: View): Row[] {
  const { day, children, children_count, children_seconds } = counted;
  if (children === null) return [sumRow(day, children_seconds)];
  const weight = 1 / children_count;
  return children.map(({ service, downtime_seconds }) => ({
    day,
    kind: "child",
    name: cleanLine(localized(service, "name", view.visit)),
    service_id: service.id,
    seconds: number(downtime_seconds),
    weight: number(weight),
    downtime_seconds: number(downtime_seconds * weight),
  }));
}

function periodRow(day: string, period: Period<MeasuredIncident>, view: View): Row {
  const { id, type, severity, affects_uptime } = period.incident;
  return {
    day,
    kind: affects_uptime ? "incident" : "uncounted",
    type,
    name: cleanLine(localized(period.incident, "title", view.visit)),
    incident_id: id,
    starts_at: `${period.from}Z`,
    ends_at: `${period.to}Z`,
    seconds: period.seconds,
    weight: affects_uptime ? WEIGHTS[severity] : 0,
    downtime_seconds: number(weightedSeconds(period)),
  };
}

function ownRows(counted: ExplainedDay, view: View): Row[] {
  const { day, periods, own_seconds, correction } = counted;
  if (correction?.downtime)
    return [{ ...sumRow(day, own_seconds), kind: "corrected", name: cleanLine(correction.reason) }];
  if (periods === null) return [sumRow(day, own_seconds)];
  return periods.map((period) => periodRow(day, period, view));
}

function checkRows(checks: Explained["checks"]): Row[] {
  const days = checks?.days.toReversed() ?? [];
  return days.map(({ day, up, down, none }) => ({
    day,
    kind: "checks",
    checks_up: up,
    checks_down: down,
    checks_without_result: none,
  }));
}

/**
 * An uptime's details as CSV (RFC 4180); the last column adds up to the downtime. Formulas are
 * disabled by an apostrophe.
 */
export function uptimeCsv(view: View, { days, checks }: Explained): string {
  const rows = days.flatMap((day) => [
    ...(day.counted === "own" ? ownRows(day, view) : childRows(day, view)),
    ...day.uncounted.map((period) => periodRow(day.day, period, view)),
  ]);
  return stringify([...rows, ...checkRows(checks)], {
    header: true,
    columns: [...COLUMNS],
    escape_formulas: true,
    record_delimiter: "windows",
  });
}
