import type { Trx } from "#db/index.ts";
import type { JobName, Payloads } from "#lib/core/queue/enqueue.ts";
import { addJob } from "#lib/core/queue/queries.ts";
import { seal, unsealIfOurs, withSecret } from "#lib/platform/crypto/seal.ts";
import type { Move } from "#lib/server/move/copy.ts";
import type { Ids } from "#lib/server/move/ids.ts";
import type { Side } from "#lib/server/move/queries.ts";
import { completeJobs, type Job, LATE_REPORT, listJobs } from "#lib/server/move/state.queries.ts";
import { targetIn, unsubscribeArrived } from "#lib/subscribers/sign-up/unsubscribe-elsewhere.ts";

/** Jobs that nothing else makes again. */
const MOVED_JOBS: JobName[] = [
  ...(["ask-to-choose", "derive-courses", "plan-timers", "rebuild-days", "recount-days"] as const),
  "translate-record",
];

async function addJobs(trx: Trx, ids: Ids, jobs: readonly Job[]): Promise<void> {
  for (const { name, payload, run_at } of jobs) {
    const { subject } = payload;
    const mapped = ids.json(payload) as object;
    const told =
      typeof subject === "string" ? { ...mapped, subject: ids.subject(subject) } : mapped;
    await addJob(trx, name, told, { run_at });
  }
}

/** Reads the source's jobs. @returns adds them at the target, in the transaction that opens it */
export async function readJobs({ source, pages }: Move, ids: Ids) {
  const jobs = await listJobs(source, MOVED_JOBS, pages);
  const waiting = await listJobs(source, ["unsubscribe-elsewhere"], null);
  const ended = withSecret(source.secret, () =>
    waiting.flatMap(({ payload }) => targetIn(payload as Payloads["unsubscribe-elsewhere"]) ?? []),
  );
  return async (trx: Trx) => {
    await addJobs(trx, ids, jobs);
    await unsubscribeArrived(trx, ended);
  };
}

function resealed({ source, target }: Record<"source" | "target", Side>, job: Job): Job[] {
  const open = withSecret(source.secret, () => unsealIfOurs(String(job.payload.report_sealed)));
  if (open === null) return [];
  const report_sealed = withSecret(target.secret, () => seal(open));
  return [{ ...job, payload: { ...job.payload, report_sealed } }];
}

/** Takes along providers' reports that came until the organization had moved. */
export async function moveReports(move: Move, ids: Ids): Promise<void> {
  const jobs = await listJobs(move.source, [LATE_REPORT], move.pages);
  if (jobs.length === 0) return;
  const reports = jobs.flatMap((job) => resealed(move, job));
  await move.target.db.transaction().execute((trx) => addJobs(trx, ids, reports));
  await completeJobs(
    move.source,
    jobs.map(({ id }) => id),
  );
}
