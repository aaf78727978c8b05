import { getPriority, setPriority } from "node:os";

/**
 * Lets others go first where there is too little processor for all: the process that calls this or,
 * on Linux, its thread.
 * @param niceness 1 to 19; what yields more already goes on as it is
 */
export function yieldToOthers(niceness: number): void {
  if (getPriority() < niceness) setPriority(niceness);
}
