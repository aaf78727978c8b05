import { type Db, database } from "#db/index.ts";
import { authorizeJob, authorizeProgram, type PageGrant } from "#lib/core/access/authorize.ts";
import { type Context, systemContext, withClaims } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { getIntegrationRow, recordHealth } from "#lib/pages/integrations/queries.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { AppError, notFound } from "#lib/platform/errors/errors.ts";
import { log } from "#lib/platform/log.ts";
import { listMeasurements, type Measurement } from "#lib/services/check-history/queries.ts";
import { saveEntries } from "#lib/services/metric-entries/record.ts";
import { latestPerTime, splitByAge } from "#lib/services/metric-entries/rules.ts";
import type { Entry } from "#lib/services/metric-entries/schema.ts";
import {
  PROVIDER_NAMES,
  type PullFailure,
  providerOf,
  pull,
} from "#lib/services/metric-imports/call.ts";
import {
  addPulls,
  claimPulls,
  type DuePull,
  recordPulls,
} from "#lib/services/metric-imports/queries.ts";

const FIRST_S = 7 * DAY_SECONDS;
/** Check results may arrive this late. */
const LATE_S = 600;
const MAX_RESULTS = 5_000;

/** Availability as 100 or 0; a response time only for a successful check. */
function entryOf({ time, outcome, response_ms }: Measurement, type: DuePull["type"]): Entry[] {
  if (type === "up") return [{ time, value: outcome === "up" ? 100 : 0 }];
  return outcome === "up" && response_ms !== null ? [{ time, value: response_ms }] : [];
}

async function loadCheckEntries(
  db: Db,
  grant: PageGrant,
  { service_id, type, pulled_until }: DuePull,
): Promise<{ entries: Entry[]; until: string }> {
  const to = wireNow();
  const from = pulled_until ? later(pulled_until, -LATE_S) : later(to, -FIRST_S);
  const asked = { service_id: service_id ?? 0, from, to, limit: MAX_RESULTS };
  const measured = await listMeasurements(db, grant, asked);
  const last = measured.at(-1);
  const isCut = measured.length === MAX_RESULTS && last !== undefined;
  const until = isCut ? later("1970-01-01T00:00:00", last.time) : to;
  return { entries: measured.flatMap((one) => entryOf(one, type)), until };
}

const MAX_PULLS = 500;
const CONCURRENCY = 4;
const FIRST_RETRY_S = 60;
const LAST_RETRY_S = 6 * 3_600;
/** Providers complete their buckets late. */
const OVERLAP_S = 2 * 3_600;
const CHECKS_EVERY_S = 60;

const unix = (time: string) => Date.parse(`${time}Z`) / 1_000;
const wire = (time_s: number) => later("1970-01-01T00:00:00", time_s);

type PulledEntries = { entries: Entry[]; until: string; next_at: string };

async function savePull(
  ctx: Context,
  grant: PageGrant,
  due: DuePull,
  kept: PulledEntries,
): Promise<void> {
  const entries = latestPerTime(kept.entries);
  await changeRecords(ctx, grant, async (trx) => {
    if (entries.length > 0)
      await saveEntries(trx, grant, due.metric_id, splitByAge(entries, unix(wireNow())));
    const { until: pulled_until, next_at } = kept;
    const noted = { pulled_until, next_at, pulled_at: wireNow(), failures: 0, last_error: null };
    // The metric has a new source, or another worker has claimed it.
    if ((await recordPulls(trx, grant, [due], noted)) === 0) throw notFound();
    if (due.integration_id !== null && due.service_id === null)
      await recordHealth(trx, grant, due.integration_id, {
        checked_at: wireNow(),
        last_error: null,
      });
    return { result: undefined, audit: null, events: [] };
  });
}

async function postpone(
  ctx: Context,
  grant: PageGrant,
  [due, ...others]: readonly DuePull[],
  { reason, isWhole, after_seconds }: PullFailure,
): Promise<void> {
  if (!due) return;
  const failures = Math.min(due.failures + 1, 20);
  const wait = Math.min(FIRST_RETRY_S * 2 ** failures, LAST_RETRY_S);
  const pulled_at = wireNow();
  const next_at = later(pulled_at, Math.max(wait, after_seconds));
  const put = [due, ...(isWhole ? others : [])];
  const noted = { last_error: reason, failures, pulled_at, next_at };
  await changeRecords(ctx, grant, async (trx) => {
    if ((await recordPulls(trx, grant, put, noted)) > 0 && due.integration_id !== null)
      await recordHealth(trx, grant, due.integration_id, {
        checked_at: pulled_at,
        last_error: reason,
      });
    return { result: undefined, audit: null, events: [] };
  });
}

async function pullIntegration(
  ctx: Context,
  grant: PageGrant,
  all: readonly DuePull[],
): Promise<void> {
  const row = await getIntegrationRow(ctx.db, grant, all[0]?.integration_id ?? 0);
  const provider = providerOf(row.name);
  if (!provider) return;
  for (const [index, due] of all.entries()) {
    const to = unix(wireNow());
    const known = due.pulled_until === null ? 0 : unix(due.pulled_until) - OVERLAP_S;
    const from = Math.max(known, to - provider.first_seconds);
    const asked = { remote_id: due.remote_id ?? "", type: due.type, from, to };
    const answered = await pull(row, asked);
    if ("failed" in answered) {
      await postpone(ctx, grant, all.slice(index), answered.failed);
      if (answered.failed.isWhole) return;
    } else {
      const next_at = later(wireNow(), provider.every_seconds);
      await savePull(ctx, grant, due, { entries: answered.found, until: wire(to), next_at });
    }
  }
}

async function pullAll(ctx: Context, all: readonly DuePull[]): Promise<void> {
  const [first] = all;
  const grant = first && (await authorizeJob(ctx, first.status_page_id));
  if (!grant) return;
  const fed = all.filter(({ service_id }) => service_id !== null);
  for (const due of fed) {
    const { entries, until } = await loadCheckEntries(ctx.db, grant, due);
    const next_at = later(wireNow(), CHECKS_EVERY_S);
    await savePull(ctx, grant, due, { entries, until, next_at });
  }
  const pulled = all.filter(({ service_id }) => service_id === null);
  if (pulled.length > 0) await pullIntegration(ctx, grant, pulled);
}

/** Pulls due metrics from integrations and from the checks of services. */
export async function pullMetrics(): Promise<void> {
  const ctx = systemContext(database(), "pull-metrics");
  const grant = authorizeProgram(ctx);
  await addPulls(ctx.db, grant, PROVIDER_NAMES, wireNow());
  const asked = { providers: PROVIDER_NAMES, now: wireNow(), limit: MAX_PULLS };
  const due = await claimPulls(ctx.db, grant, asked);
  const groups = Map.groupBy(due, (one) => `${one.status_page_id}/${one.integration_id}`);
  const queue = [...groups.values()];
  const next = async (): Promise<void> => {
    for (let all = queue.shift(); all; all = queue.shift())
      await pullAll(withClaims(ctx), all).catch((error) => {
        if (error instanceof AppError && error.code === "not_found") return;
        log().error({ err: error }, "fetching metrics failed");
      });
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, next));
}
