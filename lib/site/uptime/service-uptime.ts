import { z } from "zod";
import { named } from "#lib/core/fields/schema.ts";
import { SEVERITIES } from "#lib/core/fields/severity.ts";
import { wireTime } from "#lib/core/fields/time.ts";
import type { Context } from "#lib/core/request/context.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { percentUp } from "#lib/services/check-history/sums.ts";
import type { ServiceTarget } from "#lib/services/read.ts";
import { type Period, WEIGHTS } from "#lib/services/uptime/uptime.ts";
import { loadSnapshot } from "#lib/site/snapshot/load.ts";
import { publicService } from "#lib/site/snapshot/snapshot.ts";
import { type ExplainedDay, roundSeconds, weightedSeconds } from "#lib/site/uptime/explain.ts";
import type { MeasuredIncident } from "#lib/site/uptime/queries.ts";
import {
  type AskedRange,
  type Checked,
  explainUptime,
  MAX_DAYS,
  measured,
  rangeOf,
} from "#lib/site/uptime/read.ts";

const day = z.iso
  .date()
  .meta({ description: "A day of the page's time zone", examples: ["2026-11-20"] });
const seconds = z.number().min(0);

const UptimePeriod = z.object({
  starts_at: wireTime,
  ends_at: wireTime,
  seconds: z.int().min(1),
  incident_id: z.int(),
  title: z.string(),
  type: z.string(),
  severity: z.enum(SEVERITIES),
  weight: z.number().meta({ description: "How much of each second counts as downtime" }),
  downtime_seconds: seconds,
});

const UptimeCorrection = z.object({
  downtime_seconds: seconds.nullable().meta({ description: "What counts; null: what was found" }),
  found_downtime_seconds: seconds
    .nullable()
    .meta({ description: "What the service's own incidents come to" }),
  ignore_checks: z.boolean(),
  reason: z.string(),
});

const UptimeDay = z.object({
  day,
  downtime_seconds: seconds,
  own_downtime_seconds: seconds.meta({ description: "Of the service's own incidents, weighted" }),
  children_downtime_seconds: seconds.meta({
    description: "The mean of the downtime of all its children that visitors see",
  }),
  counted: z
    .enum(["own", "children"])
    .meta({ description: "Which of the two is larger, and counts" }),
  periods: z.array(UptimePeriod).nullable().meta({
    description:
      "The service's own incidents, each second once, for the worst that went on; null where there were too many to list",
  }),
  uncounted: z.array(UptimePeriod).meta({
    description: "Of incidents with `affects_uptime` false, each second once",
    "x-extension": true,
  }),
  children: z
    .array(z.object({ service_id: z.int(), name: z.string(), downtime_seconds: seconds }))
    .nullable()
    .meta({ description: "Those that had any downtime; null where there were too many to list" }),
  correction: UptimeCorrection.nullable().meta({
    description: "What an operator said of the day instead of what was found",
  }),
});

const checked = {
  up: z.int().min(0),
  down: z.int().min(0),
  none: z.int().min(0).meta({ description: "Checks that said nothing: they count for neither" }),
};

const UptimeChecks = z.object({
  ...checked,
  uptime_percent: z
    .number()
    .nullable()
    .meta({ description: "100 × up ÷ (up + down), unrounded; null where neither was found" }),
  days: z
    .array(z.object({ day, ...checked }))
    .meta({ description: "Days with checks, the oldest first" }),
});

export const ServiceUptime = z.object({
  service_id: z.int(),
  from: day,
  to: day,
  time_zone: z.string(),
  starts_at: wireTime.meta({
    description: "From when it counts: the start of the first day on which the service is known",
  }),
  ends_at: wireTime.meta({ description: "Until when: the end of the last day, or now" }),
  elapsed_seconds: z.int().min(0),
  downtime_seconds: seconds,
  uptime_percent: z
    .number()
    .nullable()
    .meta({ description: "100 × (1 − downtime ÷ elapsed), unrounded; null where no time passed" }),
  is_complete: z.boolean().meta({
    description: "Whether every day lists all that counted. The sums are true in either case.",
  }),
  days: z.array(UptimeDay).meta({
    description:
      "Days with downtime, a correction or an incident that does not count, newest first",
  }),
  checks: UptimeChecks.nullable().meta({
    description:
      "What the service's checks said, which does not change the uptime above; null: it was not checked",
  }),
});
export type ServiceUptime = z.infer<typeof ServiceUptime>;

named(ServiceUptime, "ServiceUptime");

export const UptimeQuery = z.object({
  from: day.optional().meta({ description: "The first day; by default that of the page's bars" }),
  to: day.optional().meta({ description: "The last day; today by default, and at most" }),
});

function uptimeChecks({ counts, days }: Checked): z.infer<typeof UptimeChecks> {
  return {
    ...counts,
    uptime_percent: percentUp(counts),
    days: days.map(({ day: date, up, down, none }) => ({ day: date, up, down, none })),
  };
}

function uptimePeriod(period: Period<MeasuredIncident>): z.infer<typeof UptimePeriod> {
  const { id, title, type, severity, affects_uptime } = period.incident;
  return {
    starts_at: period.from,
    ends_at: period.to,
    seconds: period.seconds,
    incident_id: id,
    ...{ title, type, severity },
    weight: affects_uptime ? WEIGHTS[severity] : 0,
    downtime_seconds: roundSeconds(weightedSeconds(period)),
  };
}

function uptimeDay(explained: ExplainedDay): z.infer<typeof UptimeDay> {
  const { day: date, counted, periods, children } = explained;
  return {
    day: date,
    downtime_seconds: roundSeconds(explained.downtime_seconds),
    own_downtime_seconds: roundSeconds(explained.own_seconds),
    children_downtime_seconds: roundSeconds(explained.children_seconds),
    counted,
    periods: periods?.map(uptimePeriod) ?? null,
    uncounted: explained.uncounted.map(uptimePeriod),
    children:
      children?.map(({ service, downtime_seconds }) => ({
        service_id: service.id,
        name: service.name,
        downtime_seconds: roundSeconds(downtime_seconds),
      })) ?? null,
    correction: explained.correction && correctionOf(explained.correction),
  };
}

function correctionOf({
  downtime,
  ignore_checks,
  reason,
}: NonNullable<ExplainedDay["correction"]>): z.infer<typeof UptimeCorrection> {
  const found_downtime_seconds = downtime && roundSeconds(downtime.found_seconds);
  const downtime_seconds = downtime?.seconds ?? null;
  return { downtime_seconds, found_downtime_seconds, ignore_checks, reason };
}

/**
 * Operators may also measure services and incidents that the page does not show.
 * @throws {AppError} `not_found`, `forbidden`
 */
async function loadMeasuredBy(ctx: Context, target: ServiceTarget) {
  const { grant, snapshot } = await loadSnapshot(ctx, target);
  const service = publicService(snapshot, target.service_id);
  if (!grant.sees_private) return { grant, snapshot, service: measured(service) };
  const scope = { ...snapshot.scope, history_since: null };
  return { grant, snapshot: { ...snapshot, scope }, service };
}

/** @throws {AppError} `bad_request` for an invalid or too long range; `not_found`, `forbidden` */
export async function readServiceUptime(
  ctx: Context,
  target: ServiceTarget,
  asked: AskedRange,
): Promise<ServiceUptime> {
  const { grant, snapshot, service } = await loadMeasuredBy(ctx, target);
  const range = rangeOf(asked, snapshot);
  if (range === null)
    throw new AppError("bad_request", `from and to are days that began, at most ${MAX_DAYS}`);
  const explained = await explainUptime(ctx.db, grant, snapshot, service, range);
  const { uptime, days, is_complete, checks } = explained;
  return {
    service_id: service.id,
    ...range,
    time_zone: snapshot.page.time_zone,
    starts_at: uptime.starts_at,
    ends_at: uptime.ends_at,
    elapsed_seconds: uptime.elapsed_seconds,
    downtime_seconds: roundSeconds(uptime.downtime_seconds),
    uptime_percent: uptime.percent,
    is_complete,
    days: days.map(uptimeDay),
    checks: checks && uptimeChecks(checks),
  };
}
