import type { Db } from "#db/index.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { now } from "#lib/platform/clock.ts";
import { recordEntries } from "#lib/services/metric-entries/record.ts";
import type { Entry, Point } from "#lib/services/metric-entries/schema.ts";
import type { Metric } from "#lib/services/metrics/schema.ts";

export const HOUR = 3_600;
export const DAY = 86_400;

/** The present in Unix seconds. */
export function unixNow(): number {
  return Math.floor(now().getTime() / 1_000);
}

export type MetricOptions = Partial<
  Pick<Metric, "title" | "enabled" | "visible" | "featured_number" | "service_id">
>;

/** A metric straight in the database. @returns its id */
export async function mintMetric(
  db: Db,
  statusPageId: number,
  options: MetricOptions = {},
): Promise<number> {
  const values = {
    status_page_id: statusPageId,
    title: "Response time",
    unit: "ms",
    type: "rt" as const,
    order: 1,
    ...options,
  };
  const { id } = await db
    .insertInto("metrics")
    .values(values)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export function recorder(
  db: Db,
  subdomain: string,
  metric_id: number,
): (entries: Entry[]) => Promise<unknown> {
  return (entries) => recordEntries(systemContext(db, "test"), { subdomain, metric_id }, entries);
}

/** What the entries come to in spans of `seconds`, computed without any SQL. */
export function naivePoints(entries: Iterable<Entry>, seconds: number): Point[] {
  const byTime = new Map([...entries].map(({ time, value }) => [time, value]));
  const times = [...byTime.keys()].sort((a, b) => a - b);
  const spans = Map.groupBy(times, (time) => Math.floor(time / seconds) * seconds);
  return [...spans].map(([time, within]) => {
    const values = within.map((one) => byTime.get(one) ?? Number.NaN);
    const sum = values.reduce((total, value) => total + value, 0);
    const count = values.length;
    return {
      time,
      value: sum / count,
      count,
      min: Math.min(...values),
      max: Math.max(...values),
      last: values.at(-1) ?? Number.NaN,
    };
  });
}
