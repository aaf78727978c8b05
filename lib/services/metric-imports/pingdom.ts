import { z } from "zod";
import type { Credentials, Provider } from "#lib/services/metric-imports/provider.ts";

const BASE = "https://api.pingdom.com/api/3.1";
const HOUR = 3_600;

const Answer = z.object({
  summary: z.object({
    hours: z
      .array(
        z.object({
          starttime: z.number(),
          avgresponse: z.number().nullish(),
          uptime: z.number().nullish(),
          downtime: z.number().nullish(),
        }),
      )
      .default([]),
  }),
});
const Checks = z.object({
  checks: z.array(z.object({ id: z.number(), name: z.string() })).default([]),
});

function headersOf({ key }: Credentials): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}

export const pingdom: Provider = {
  every_seconds: 900,
  first_seconds: 7 * 86_400,
  request(access, { remote_id, from, to }) {
    const span = { from: `${from}`, to: `${to}`, resolution: "hour" };
    const query = new URLSearchParams({ ...span, includeuptime: "true", order: "asc" });
    const url = `${BASE}/summary.performance/${encodeURIComponent(remote_id)}?${query}`;
    return { method: "GET", url, headers: headersOf(access) };
  },
  // Unmonitored time counts neither as up nor as down.
  entries(body, { type, to }) {
    return Answer.parse(body).summary.hours.flatMap((hour) => {
      const { starttime: time, avgresponse, uptime, downtime } = hour;
      const monitored = (uptime ?? 0) + (downtime ?? 0);
      if (monitored === 0 || time + HOUR > to) return [];
      if (type === "up") return [{ time, value: (100 * (uptime ?? 0)) / monitored }];
      return avgresponse ? [{ time, value: avgresponse }] : [];
    });
  },
  list: {
    request: (access) => ({ method: "GET", url: `${BASE}/checks`, headers: headersOf(access) }),
    series: (body) => Checks.parse(body).checks.map(({ id, name }) => ({ id: String(id), name })),
  },
};
