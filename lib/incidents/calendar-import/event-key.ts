import { createHash } from "node:crypto";

/**
 * The key of an event, or of one of its repetitions.
 * @param recurrence the wire time at which the rule puts the repetition; "" without a rule
 */
export function eventKey(uid: string, recurrence: string): string {
  return createHash("sha256").update(`${uid}\n${recurrence}`).digest("hex");
}
