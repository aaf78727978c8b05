import type { Trx } from "#db/index.ts";
import {
  closeAlerts,
  findOldestOpenAlert,
  type KnownAlert,
  listKnownAlerts,
  pruneAlerts,
  saveAlerts,
} from "#lib/monitoring/alerts/queries.ts";
import type { ReportedAlert } from "#lib/monitoring/reports/schema.ts";
import {
  describeVerdict,
  lockMonitor,
  type Source,
  type Watched,
} from "#lib/monitoring/verdicts/queries.ts";
import { recordReportedVerdict } from "#lib/monitoring/verdicts/record.ts";
import { later } from "#lib/platform/clock.ts";
import { log } from "#lib/platform/log.ts";

export const MAX_OPEN_ALERTS = 1_000;
const MAX_REPORTED = 1_000;
/** Alertmanager notifies of a group again after five minutes at the earliest. */
const LATE_S = 300;
/** A longer delay says more of the tool's delivery than of the service. */
const MAX_DELAY_S = 3_600;

/** A firing alert that comes shortly after its own end, or an end before the newest beginning. */
function isOutdated(
  { means, said_at }: Pick<ReportedAlert, "means" | "said_at">,
  known: KnownAlert | undefined,
  now: string,
): boolean {
  if (!known?.said_at || !said_at || said_at >= known.said_at) return false;
  return means !== "down" || (!known.is_open && known.received_at > later(now, -LATE_S));
}

/** One of each alert: of several with one identity the worst. */
function onePerKey(alerts: readonly ReportedAlert[]): ReportedAlert[] {
  const byKey = new Map<string, ReportedAlert>();
  for (const alert of alerts)
    if (byKey.get(alert.key)?.means !== "down") byKey.set(alert.key, alert);
  return [...byKey.values()].slice(0, MAX_REPORTED);
}

/** Keeps others from reporting about the service, and leaves out what is outdated. */
export async function lockAlerts(
  trx: Trx,
  watched: Watched,
  { source, received_at }: { source: Source; received_at: string },
  alerts: readonly ReportedAlert[],
): Promise<ReportedAlert[]> {
  await lockMonitor(trx, watched);
  const reported = onePerKey(alerts);
  const keys = reported.map(({ key }) => key);
  const known = await listKnownAlerts(trx, watched, { source, keys });
  const ownOf = (one: ReportedAlert) =>
    known.find(({ key, sender }) => key === one.key && sender === one.sender);
  return reported.filter((one) => !isOutdated(one, ownOf(one), received_at));
}

type AlertReport = {
  id: number | null;
  source: Source;
  received_at: string;
  reason: string | null;
};

function trustedTime(said_at: string | null, { source, received_at }: AlertReport): string {
  const isOwn = source === "heartbeat";
  const isKept = said_at && (isOwn || said_at >= later(received_at, -MAX_DELAY_S));
  return isKept ? said_at : received_at;
}

function rowsOf(alerts: readonly ReportedAlert[], report: AlertReport) {
  const kept = alerts.filter(
    ({ means, said_at }) => means === "down" || (means === "up" && said_at !== null),
  );
  return kept.map(({ key, sender, occurrence, means, said_at, detail }) => ({
    key,
    sender,
    occurrence,
    reason: report.reason,
    detail,
    is_open: means === "down",
    opened_at: trustedTime(said_at, report),
    said_at,
  }));
}

/**
 * Opens and closes alerts that `lockAlerts` left; the service is down while one is open.
 * @returns whether its state is new
 */
export async function settleAlerts(
  trx: Trx,
  watched: Watched,
  report: AlertReport,
  alerts: readonly ReportedAlert[],
  record = recordReportedVerdict,
): Promise<boolean> {
  const { source, received_at } = report;
  const ends = alerts.filter(({ means }) => means !== "down");
  const isClosed = await closeAlerts(trx, watched, report, ends);
  await saveAlerts(trx, watched, report, rowsOf(alerts, report));
  const limit = { before: later(received_at, -LATE_S), most: MAX_OPEN_ALERTS };
  const dropped = await pruneAlerts(trx, watched, limit);
  if (dropped > 0) log().warn({ ...watched, dropped }, "too many open alerts of a service");
  const says = (one: ReportedAlert["means"]) => alerts.some(({ means }) => means === one);
  if (!says("down") && !says("up") && !(isClosed && says("low"))) return false;
  return recordAlertState(trx, watched, { source, since: sinceOf(ends, report) }, record);
}

function sinceOf(ends: readonly ReportedAlert[], report: AlertReport): string {
  const times = ends.map(({ said_at }) => trustedTime(said_at, report));
  return times.toSorted().at(-1) ?? report.received_at;
}

/** @param end what ended the last alert. @returns whether the state is new */
export async function recordAlertState(
  trx: Trx,
  watched: Watched,
  end: { source: Source; since: string },
  record = recordReportedVerdict,
): Promise<boolean> {
  const open = await findOldestOpenAlert(trx, watched);
  if (!open) return record(trx, watched, { ...end, is_up: true, reason: null, detail: null });
  const { source, reason, detail, opened_at } = open;
  const verdict = { is_up: false, since: opened_at, source, reason, detail };
  const isNew = await record(trx, watched, verdict);
  if (!isNew) await describeVerdict(trx, watched, verdict);
  return isNew;
}
