import { z } from "zod";
import { MetricParams, oneOf, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { getPoints } from "#lib/services/metric-entries/read.ts";
import { recordEntries } from "#lib/services/metric-entries/record.ts";
import {
  Entry,
  Points,
  RESOLUTIONS,
  RecordEntries,
  RecordEntry,
} from "#lib/services/metric-entries/schema.ts";

const unixTime = z
  .string()
  .regex(/^\d{1,11}$/)
  .transform(Number)
  .optional();

const list = endpoint(
  {
    operation: "listMetricEntries",
    summary: "Read the entries of a metric",
    description:
      "Points for a chart, the oldest first. Without `resolution` a day comes as it was recorded (by the minute where there is much), a week or a month by the hour, more by the day. Raw entries are kept for 100 days, hours for 400 days, days for good.",
    tag: "Metrics",
    access: "page.read",
    extension: true,
    params: MetricParams,
    query: z.object({
      from: unixTime.meta({ description: "Unix seconds; a day before `to` by default" }),
      to: unixTime.meta({ description: "Unix seconds, itself not included; now by default" }),
      resolution: z
        .enum(RESOLUTIONS)
        .optional()
        .meta({ description: "Resolution: raw, minute, hour or day (UTC)" }),
    }),
    response: Points,
  },
  ({ ctx, params, query }) => getPoints(ctx, params, query),
);

const record = endpoint(
  {
    operation: "createMetricEntry",
    summary: "Record entries of a metric",
    description:
      "One `entry`, or, as an extension, up to 1,000 `entries` at once. An entry without `time` is of now. An entry of the same time replaces the one before; of several with one time in a request the last counts. Older than 100 days, entries are added to their hours, older than 400 days to their days: what is sent twice then counts twice.",
    tag: "Metrics",
    access: "metric.write",
    params: MetricParams,
    body: oneOf(wrapped("entry", RecordEntry), wrapped("entries", RecordEntries)),
    response: oneOf(wrapped("entry", Entry), wrapped("entries", z.array(Entry))),
  },
  ({ ctx, params, body }) => recordEntries(ctx, params, body),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: list,
  POST: record,
});
