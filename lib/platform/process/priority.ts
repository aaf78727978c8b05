import { getPriority, setPriority } from "node:os";

/** @param niceness 0 to 19; never lowers it @param pid 0: this process or, on Linux, this thread */
export function yieldToOthers(niceness: number, pid = 0): void {
  if (getPriority(pid) < niceness) setPriority(pid, niceness);
}
