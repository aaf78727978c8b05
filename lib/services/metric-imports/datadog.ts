import { z } from "zod";
import type { Credentials, Provider } from "#lib/services/metric-imports/provider.ts";
import { Refusal } from "#lib/services/metric-imports/provider.ts";

const SITE = "datadoghq.com";

const Answer = z.object({
  status: z.string().optional(),
  error: z.string().optional(),
  series: z
    .array(
      z.object({
        interval: z.number().positive().optional(),
        pointlist: z.array(z.tuple([z.number(), z.number().nullable()])),
      }),
    )
    .default([]),
});
const Metrics = z.object({ metrics: z.array(z.string()).default([]) });

function headersOf({ key, password, api_key_type }: Credentials): Record<string, string> {
  if (api_key_type === "bearer" || password === null) return { authorization: `Bearer ${key}` };
  return { "dd-api-key": key, "dd-application-key": password };
}

function baseOf({ region }: Credentials): string {
  return `https://api.${region ?? SITE}/api/v1`;
}

/** null: fewer than two points. */
function stepOf(times: readonly number[]): number | null {
  const distances = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  return distances.length > 0 ? Math.min(...distances) : null;
}

export const datadog: Provider = {
  every_seconds: 300,
  first_seconds: 86_400,
  request(access, { remote_id, from, to }) {
    const query = new URLSearchParams({ from: `${from}`, to: `${to}`, query: remote_id });
    return { method: "GET", url: `${baseOf(access)}/query?${query}`, headers: headersOf(access) };
  },
  entries(body, { to }) {
    const { status, error, series } = Answer.parse(body);
    if (error || status === "error") throw new Refusal(`query refused (${error ?? "error"})`);
    const [first] = series;
    if (!first) return [];
    // Times are the starts of buckets in ms; the last bucket is still incomplete.
    const times = first.pointlist.map(([ms]) => Math.floor(ms / 1_000));
    const step = first.interval ?? stepOf(times);
    const until = step === null ? (times.at(-1) ?? to) - 1 : to - step;
    return first.pointlist.flatMap(([ms, value]) => {
      const time = Math.floor(ms / 1_000);
      return value === null || time > until ? [] : [{ time, value }];
    });
  },
  list: {
    request: (access, from) => ({
      method: "GET",
      url: `${baseOf(access)}/metrics?from=${from}`,
      headers: headersOf(access),
    }),
    series: (body) => Metrics.parse(body).metrics.map((name) => ({ id: `avg:${name}{*}`, name })),
  },
};
