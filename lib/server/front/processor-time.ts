import { readFileSync } from "node:fs";

// Linux tells it in hundredths of a second, whatever its own clock does.
const TICK_MS = 10;

/** Processor time of a process's main thread so far, in ms; null where the system does not tell. */
export function processorTime_ms(pid: number): number | null {
  try {
    const fields =
      readFileSync(`/proc/${pid}/task/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}
