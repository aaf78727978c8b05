import type { Mail } from "#lib/monitoring/reports/mail.ts";
import type { Search } from "#lib/monitoring/reports/query.ts";
import type { Found } from "#lib/monitoring/reports/search.ts";
import { oncePerProcess } from "#lib/platform/process/once-per-process.ts";

/** What is read apart: what somebody sends may cost any time. */
export type Work = { search: Search } | { mail: Uint8Array };
type Result<W extends Work> = W extends { search: Search } ? Found : Mail;

/**
 * Does some work elsewhere, in its client's turn; null: it took more than it may. Rejects with
 * `rate_limited` when its turn never came.
 */
type Threads = (work: Work, whose: string) => Promise<unknown>;

type Shared = { threads: Threads | null };
const shared = oncePerProcess("reports", (): Shared => ({ threads: null }));

/** Has reports read by `threads` from now on; null: by this thread again. */
export function readIn(threads: Threads | null): void {
  shared.threads = threads;
}

async function workHere(work: Work): Promise<Found | Mail> {
  const { doWork } = await import("#lib/monitoring/reports/work.ts");
  return doWork(work);
}

/**
 * Reads something of a report by a thread that is ended when it takes too long.
 * @param whose each has its turn
 * @returns null: it would cost too much
 * @throws {AppError} `rate_limited`: too much waits already
 */
export async function runApart<W extends Work>(work: W, whose: string): Promise<Result<W> | null> {
  const result = shared.threads ? shared.threads(work, whose) : workHere(work);
  return (await result) as Result<W> | null;
}
