import Tinypool from "tinypool";
import type { Reader } from "#lib/incidents/calendar-import/import-calendar.ts";
import { FairQueue } from "#lib/platform/limits/fair-queue.ts";

const READ_MS = 10_000;
const MAX_WAITING = 1_000;
const MAX_WAIT_MS = 10 * 60_000;
const MAX_MEMORY_MIB = 256;

type Options = { filename: string; read_ms?: number };

/**
 * Parses calendars in a thread, which can be ended when a hostile one takes too long. Organizations
 * take turns, and a calendar's time starts with its turn.
 */
export function openCalendarThread({ filename, read_ms = READ_MS }: Options) {
  const turns = new FairQueue("calendars", {
    all: 1,
    tenant: 1,
    client: 1,
    all_waiting: MAX_WAITING,
    tenant_waiting: MAX_WAITING,
    client_waiting: MAX_WAITING,
    wait_ms: MAX_WAIT_MS,
    hold_ms: 2 * read_ms,
  });
  const pool = new Tinypool({
    filename,
    minThreads: 0,
    maxThreads: 1,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MIB },
  });
  const read: Reader = async (organization_id, calendars, query) => {
    const turn = turns.take(String(organization_id));
    try {
      if (!(await turn?.acquired)) throw new Error("too many calendars wait to be read");
      return await pool.run({ calendars, query }, { signal: AbortSignal.timeout(read_ms) });
    } finally {
      turn?.end();
    }
  };
  return { read, close: () => pool.destroy() };
}
