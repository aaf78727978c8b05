import { randomBytes } from "node:crypto";

/**
 * One for every event: all that is sent because of it has the same, so that receivers can tell
 * repetitions. No full stop, which the signature of a webhook could be fooled with.
 */
export function newMessageId(): string {
  return `msg_${randomBytes(18).toString("base64url")}`;
}
