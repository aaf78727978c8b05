import { type Db, database, type Trx } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { settleAlerts } from "#lib/monitoring/alerts/settle-alerts.ts";
import {
  type Availability,
  findAvailability,
  findNextBeatDue,
  lockOverdue,
  type Overdue,
  setBeatDue,
} from "#lib/monitoring/heartbeats/queries.ts";
import { reportedAlert } from "#lib/monitoring/reports/schema.ts";
import { recordVerdict } from "#lib/monitoring/verdicts/record.ts";
import { later, laterOf, wireNow } from "#lib/platform/clock.ts";

/**
 * `down` since the heartbeat was due; `wait`: too early to tell; `over`: no heartbeat is expected
 * any more.
 */
export type Silence =
  | { means: "down"; since: string }
  | { means: "wait"; until: string }
  | { means: "over" };

/** Shorter gaps in availability do not count: an upgrade takes no longer. */
export const BREAK_S = 45;
const AGAIN_S = 30;

const SHORTEST_RUN_S = 60;

/** How long a job may take from its start to its end. */
export function longestRun_s(grace_s: number): number {
  return Math.max(grace_s, SHORTEST_RUN_S);
}

type SilenceFacts = Pick<Overdue, "last_beat_at" | "beat_started_at" | "heartbeat">;

type Deadline = { since: string; until: string };

/** After a gap in which this installation received no heartbeat, times begin again. */
function deadlinesOf(
  { last_beat_at, beat_started_at, heartbeat }: SilenceFacts,
  taking_since: string,
): Deadline[] {
  const { period_s, grace_s } = heartbeat ?? { period_s: 0, grace_s: 0 };
  const expected = last_beat_at && later(laterOf(last_beat_at, taking_since), period_s);
  const started = beat_started_at && laterOf(beat_started_at, taking_since);
  return [
    ...(expected ? [{ since: expected, until: later(expected, grace_s) }] : []),
    ...(started ? [{ since: started, until: later(started, longestRun_s(grace_s)) }] : []),
  ];
}

/** Judges a missing heartbeat: the next call, or the end of a job that has started. */
function judgeSilence(facts: SilenceFacts, taking: Availability | undefined, now: string): Silence {
  if (!facts.heartbeat) return { means: "over" };
  const isAvailable = taking !== undefined && taking.seen_at >= later(now, -BREAK_S);
  if (!isAvailable) return { means: "wait", until: later(now, AGAIN_S) };
  const deadlines = deadlinesOf(facts, taking.since);
  const [first] = deadlines.toSorted((one, other) => (one.until < other.until ? -1 : 1));
  if (!first) return { means: "over" };
  const { since, until } = first;
  return until > now ? { means: "wait", until } : { means: "down", since };
}

const BATCH = 200;
const A_MINUTE_S = 60;

async function act(trx: Trx, overdue: Overdue, silence: Silence): Promise<void> {
  await setBeatDue(trx, overdue, silence.means === "wait" ? silence.until : null);
  if (silence.means !== "down") return;
  const detail = `${overdue.heartbeat?.period_s} s`;
  const report = {
    id: null,
    source: "heartbeat",
    received_at: wireNow(),
    reason: "silent",
  } as const;
  const silent = reportedAlert("down", { said_at: silence.since, detail });
  await settleAlerts(trx, overdue, report, [silent], recordVerdict);
}

/** Enqueues the job for the next due heartbeat, if that comes before the scheduled run. */
async function enqueueNext(db: Db, next: string | null): Promise<void> {
  const now = wireNow();
  if (next === null || next > later(now, A_MINUTE_S)) return;
  const run_at = laterOf(next, later(now, 1));
  await db
    .transaction()
    .execute((trx) => enqueue(trx, "note-silence", {}, { key: "note-silence", run_at }));
}

export async function noteSilence(): Promise<void> {
  const db = database();
  const grant = authorizeProgram(systemContext(db, "note-silence"));
  for (let found = BATCH; found === BATCH; ) {
    const now = wireNow();
    const taking = await findAvailability(db);
    found = await db.transaction().execute(async (trx) => {
      const overdue = await lockOverdue(trx, grant, now, BATCH);
      for (const one of overdue) await act(trx, one, judgeSilence(one, taking, now));
      return overdue.length;
    });
  }
  await enqueueNext(db, await findNextBeatDue(db, grant));
}
