import { getPriority, setPriority } from "node:os";

/**
 * Lets others go first where there is too little processor for all.
 * @param niceness 0 to 19; what yields more already goes on as it is
 * @param pid 0: the process that calls this or, on Linux, its thread
 */
export function yieldToOthers(niceness: number, pid = 0): void {
  if (getPriority(pid) < niceness) setPriority(pid, niceness);
}
