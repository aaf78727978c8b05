import { database, isDatabaseLost, type Trx } from "#db/index.ts";
import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { settleAlerts } from "#lib/monitoring/alerts/settle-alerts.ts";
import { BREAK_S, longestRun_s } from "#lib/monitoring/heartbeats/note-silence.ts";
import {
  findLastBeat,
  recordAvailability,
  saveHeartbeat,
  saveStart,
} from "#lib/monitoring/heartbeats/queries.ts";
import type { Signal } from "#lib/monitoring/heartbeats/signal.ts";
import {
  changeService,
  type Inbox,
  type InboxTarget,
  openInbox,
  recordReport,
  refusalOf,
} from "#lib/monitoring/reports/inbox.ts";
import {
  type Beat,
  notUnderstood,
  reportedAlert,
  understoodAs,
} from "#lib/monitoring/reports/schema.ts";
import { redactText } from "#lib/monitoring/reports/secrets.ts";
import type { Watched } from "#lib/monitoring/verdicts/queries.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { log } from "#lib/platform/log.ts";
import type { ServiceTarget } from "#lib/services/read.ts";
import type { Service } from "#lib/services/schema.ts";

export function heartbeatUrl(subdomain: string, inbound_email_id: string): string {
  return `${env().APP_URL}/api/v2/status_pages/${subdomain}/services/${inbound_email_id}/heartbeat`;
}

/** null: none so far. @throws {AppError} `not_found`, `forbidden` */
export async function getLastBeat(ctx: Context, target: ServiceTarget): Promise<string | null> {
  const grant = await authorize(ctx, "page.read", target);
  return findLastBeat(ctx.db, grant, target.service_id);
}

const EVERY_MS = 10_000;

async function note(): Promise<void> {
  const now = wireNow();
  try {
    await recordAvailability(database(), now, later(now, -BREAK_S));
  } catch (error) {
    if (!isDatabaseLost(error))
      log().warn({ err: error }, "recording the activity of the heartbeat receiver failed");
  }
}

/**
 * Records that heartbeats can be received, so that downtime of this installation does not count as
 * silence.
 * @returns stops it
 */
export function trackHeartbeats(): () => void {
  void note();
  const timer = setInterval(note, EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** @throws {AppError} `not_understood` where no heartbeat is expected */
async function getExpected(inbox: Inbox): Promise<NonNullable<Service["heartbeat"]>> {
  const { monitoring, heartbeat } = inbox.service;
  if (monitoring === "webhook" && heartbeat) return heartbeat as NonNullable<Service["heartbeat"]>;
  const outcome = notUnderstood("no_heartbeat");
  await recordReport(inbox, { source: "heartbeat", kind: null, content: "" }, outcome);
  throw refusalOf(outcome);
}

async function receiveStart(inbox: Inbox, grace_s: number): Promise<Beat> {
  const started_at = wireNow();
  const start = { started_at, due_at: later(started_at, longestRun_s(grace_s)) };
  const due_at = await changeService(inbox, (trx, watched) => saveStart(trx, watched, start));
  return { understood: null, changed: false, due_at };
}

/**
 * Receives a heartbeat: the service is up until the next one is due, unless it says otherwise.
 * @throws {AppError} `not_found` unless a service has this address; `rate_limited`;
 * `not_understood` where no heartbeat is expected
 */
export async function receiveHeartbeat(
  ctx: Context,
  target: InboxTarget,
  signal: Signal = { means: "up", detail: null, content: "" },
): Promise<Beat> {
  const inbox = await openInbox(ctx, target);
  const { period_s, grace_s } = await getExpected(inbox);
  const { means, detail } = signal;
  const report = {
    ...({ source: "heartbeat", kind: null } as const),
    content: redactText(signal.content, inbox.service.inbound_email_id),
  };
  if (means === "start") return receiveStart(inbox, grace_s);
  if (means === "log") {
    await recordReport(inbox, report, notUnderstood("neither_state", detail));
    return { understood: null, changed: false, due_at: null };
  }
  const last_beat_at = wireNow();
  const due_at = later(last_beat_at, period_s + grace_s);
  const save = (trx: Trx, watched: Watched) =>
    saveHeartbeat(trx, watched, { last_beat_at, beat_due_at: due_at });
  if (means === "down") {
    const { changed } = await recordReport(inbox, report, understoodAs("down", detail), save);
    return { understood: "down", changed, due_at };
  }
  return changeService(inbox, async (trx, watched) => {
    await save(trx, watched);
    const beat = { id: null, source: report.source, received_at: last_beat_at, reason: null };
    const changed = await settleAlerts(trx, watched, beat, [reportedAlert("up", {})]);
    return { understood: "up", changed, due_at };
  });
}
