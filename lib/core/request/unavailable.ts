import { isDiskFull } from "#db/answering.ts";
import { isConflict, isDatabaseLost, isTimeout } from "#db/index.ts";
import { log } from "#lib/platform/log.ts";

/**
 * Whether an error says that the database cannot answer now, and the same request may succeed later.
 * A full disk and a statement that took too long are logged: an operator has to act on them.
 */
export function isUnavailable(error: unknown, request_id: string): boolean {
  if (isDiskFull(error)) log().error({ request_id }, "the database has no disk space left");
  if (isTimeout(error)) log().warn({ err: error, request_id }, "a statement took too long");
  return isDatabaseLost(error) || isConflict(error) || isTimeout(error);
}
