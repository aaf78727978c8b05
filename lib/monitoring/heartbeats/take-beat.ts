import type { Context } from "#lib/core/request/context.ts";
import { putBeat } from "#lib/monitoring/heartbeats/queries.ts";
import { type InboxTarget, openInbox, recordIn } from "#lib/monitoring/reports/inbox.ts";
import { noteReport, refusalOf } from "#lib/monitoring/reports/note-report.ts";
import { unclear } from "#lib/monitoring/reports/outcome.ts";
import type { Reported } from "#lib/monitoring/reports/queries.ts";
import type { Beat } from "#lib/monitoring/reports/schema.ts";
import { noteReported } from "#lib/monitoring/verdicts/note.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import type { Service } from "#lib/services/schema.ts";

/** The heartbeat that a service is expected to have; null: none. */
function expectedBeat({ monitoring, heartbeat }: Reported): Service["heartbeat"] {
  return monitoring === "webhook" ? (heartbeat as Service["heartbeat"]) : null;
}

/**
 * Takes a heartbeat: the service is up until the next one is due.
 * @throws {AppError} `not_found` unless a service has this address; `rate_limited`;
 *   `not_understood` where no heartbeat is expected
 */
export async function takeBeat(ctx: Context, target: InboxTarget): Promise<Beat> {
  const inbox = await openInbox(ctx, target);
  const expected = expectedBeat(inbox.service);
  if (!expected) {
    const outcome = unclear("no_heartbeat");
    await noteReport(inbox, { source: "heartbeat", kind: null, content: "" }, outcome);
    throw refusalOf(outcome);
  }
  const last_beat_at = wireNow();
  const due_at = later(last_beat_at, expected.period_s + expected.grace_s);
  return recordIn(inbox, async (trx, watched) => {
    await putBeat(trx, watched, { last_beat_at, beat_due_at: due_at });
    const changed = await noteReported(trx, watched, {
      ...{ is_up: true, since: last_beat_at, source: "heartbeat", reason: null, detail: null },
    });
    return { understood: "up", changed, due_at };
  });
}
