import { database, isDatabaseLost } from "#db/index.ts";
import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { BREAK_S } from "#lib/monitoring/heartbeats/note-silence.ts";
import {
  findLastBeat,
  recordAvailability,
  saveHeartbeat,
} from "#lib/monitoring/heartbeats/queries.ts";
import {
  changeService,
  type InboxTarget,
  openInbox,
  recordReport,
  refusalOf,
} from "#lib/monitoring/reports/inbox.ts";
import type { ReportedService } from "#lib/monitoring/reports/queries.ts";
import { type Beat, notUnderstood } from "#lib/monitoring/reports/schema.ts";
import { recordReportedVerdict } from "#lib/monitoring/verdicts/record.ts";
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

function expectedBeat({ monitoring, heartbeat }: ReportedService): Service["heartbeat"] {
  return monitoring === "webhook" ? (heartbeat as Service["heartbeat"]) : null;
}

/**
 * Receives a heartbeat: the service is up until the next one is due.
 * @throws {AppError} `not_found` unless a service has this address; `rate_limited`;
 * `not_understood` where no heartbeat is expected
 */
export async function receiveHeartbeat(ctx: Context, target: InboxTarget): Promise<Beat> {
  const inbox = await openInbox(ctx, target);
  const expected = expectedBeat(inbox.service);
  if (!expected) {
    const outcome = notUnderstood("no_heartbeat");
    await recordReport(inbox, { source: "heartbeat", kind: null, content: "" }, outcome);
    throw refusalOf(outcome);
  }
  const last_beat_at = wireNow();
  const due_at = later(last_beat_at, expected.period_s + expected.grace_s);
  return changeService(inbox, async (trx, watched) => {
    await saveHeartbeat(trx, watched, { last_beat_at, beat_due_at: due_at });
    const changed = await recordReportedVerdict(trx, watched, {
      ...{ is_up: true, since: last_beat_at, source: "heartbeat", reason: null, detail: null },
    });
    return { understood: "up", changed, due_at };
  });
}
