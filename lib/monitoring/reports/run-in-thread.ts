import type {
  JsonpathSearch,
  Mail,
  ParseTask,
  SearchResult,
} from "#lib/monitoring/reports/report-parser.ts";
import { oncePerProcess } from "#lib/platform/process/once-per-process.ts";

type Result<T extends ParseTask> = T extends { search: JsonpathSearch } ? SearchResult : Mail;

/** Resolves to null when the task took too long; rejects with `rate_limited` when it had to wait. */
type Threads = (task: ParseTask, tenant: string) => Promise<unknown>;

type Shared = { threads: Threads | null };
const shared = oncePerProcess("reports", (): Shared => ({ threads: null }));

/** Sets the worker threads that parse reports; null: the current thread parses them. */
export function setReportThreads(threads: Threads | null): void {
  shared.threads = threads;
}

async function parseHere(task: ParseTask): Promise<SearchResult | Mail> {
  const { default: parseReport } = await import("#lib/monitoring/reports/report-parser.ts");
  return parseReport(task);
}

/**
 * Parses part of a report in a worker thread with a time limit.
 * @param tenant tasks of one tenant wait for each other
 * @returns null: it took too long
 * @throws {AppError} `rate_limited`: too many tasks wait already
 */
export async function runInWorkerThread<T extends ParseTask>(
  task: T,
  tenant: string,
): Promise<Result<T> | null> {
  const result = shared.threads ? shared.threads(task, tenant) : parseHere(task);
  return (await result) as Result<T> | null;
}
