import { type Db, database, type Trx } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";
import { systemContext } from "#lib/core/request/context.ts";
import {
  findNextBeatDue,
  findTaking,
  lockOverdue,
  type Overdue,
  setBeatDue,
} from "#lib/monitoring/heartbeats/queries.ts";
import { judge, type Silence } from "#lib/monitoring/heartbeats/silence.ts";
import { noteVerdict } from "#lib/monitoring/verdicts/note.ts";
import { later, laterOf, wireNow } from "#lib/platform/clock.ts";

const BATCH = 200;
const A_MINUTE_S = 60;

async function act(trx: Trx, overdue: Overdue, silence: Silence): Promise<void> {
  await setBeatDue(trx, overdue, silence.means === "wait" ? silence.until : null);
  if (silence.means !== "down") return;
  const detail = `${overdue.heartbeat?.period_s} s`;
  const { since } = silence;
  await noteVerdict(trx, overdue, {
    ...{ is_up: false, since, source: "heartbeat", reason: "silent", detail },
  });
}

/** Has the job done again when the next heartbeat is due, if that is before its next minute. */
async function orderNext(db: Db, next: string | null): Promise<void> {
  const now = wireNow();
  if (next === null || next > later(now, A_MINUTE_S)) return;
  const run_at = laterOf(next, later(now, 1));
  await db
    .transaction()
    .execute((trx) => enqueue(trx, "note-silence", {}, { key: "note-silence", run_at }));
}

/** Finds the heartbeats that did not come, by their index; each is noted once. */
export async function noteSilence(): Promise<void> {
  const db = database();
  const grant = authorizeProgram(systemContext(db, "note-silence"));
  for (let found = BATCH; found === BATCH; ) {
    const now = wireNow();
    const taking = await findTaking(db);
    found = await db.transaction().execute(async (trx) => {
      const overdue = await lockOverdue(trx, grant, now, BATCH);
      for (const one of overdue) await act(trx, one, judge(one, taking, now));
      return overdue.length;
    });
  }
  await orderNext(db, await findNextBeatDue(db, grant));
}
