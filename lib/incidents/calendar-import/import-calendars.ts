import { database } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { isMoveError } from "#lib/core/moves/move.ts";
import { onWorkerStop, type Payloads } from "#lib/core/queue/enqueue.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { importCalendar } from "#lib/incidents/calendar-import/import-calendar.ts";
import { type Due, listCalendars } from "#lib/incidents/calendar-import/queries.ts";
import { openCalendarThread } from "#lib/incidents/calendar-import/thread-pool.ts";
import { now } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { log } from "#lib/platform/log.ts";

const CONCURRENCY = 4;
const MAX_CALENDARS = 2_000;
// The next run starts with the calendars that were imported longest ago.
const MAX_RUN_MS = 10 * 60_000;

const openThread = () =>
  openCalendarThread({ filename: new URL("thread.ts", import.meta.url).href });

let thread: ReturnType<typeof openCalendarThread> | undefined;

onWorkerStop(async () => thread?.close());

async function importOne(ctx: Context, which: Due, run: string | null): Promise<void> {
  thread ??= openThread();
  await importCalendar(ctx, which, { run, read: thread.read }).catch((error) => {
    if (error instanceof AppError && error.code === "not_found") return;
    if (isMoveError(error)) throw error;
    log().error({ err: error, ...which }, "importing a calendar failed");
  });
}

export async function importCalendars({
  status_page_id,
  integration_id,
  run,
}: Payloads["import-calendars"]): Promise<void> {
  const ctx = systemContext(database(), "import-calendars");
  if (status_page_id !== undefined && integration_id !== undefined)
    return importOne(ctx, { status_page_id, integration_id }, run ?? null);
  const due = await listCalendars(ctx.db, authorizeProgram(ctx), MAX_CALENDARS);
  const until = now().getTime() + MAX_RUN_MS;
  const next = async (): Promise<void> => {
    for (let one = due.shift(); one && now().getTime() < until; one = due.shift())
      await importOne(ctx, one, null);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, next));
}
