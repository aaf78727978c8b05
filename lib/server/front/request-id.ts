import { randomBytes } from "node:crypto";

const SANE = /^[\w.-]{1,64}$/;
const prefix = randomBytes(5).toString("base64url").replaceAll(/[-_]/g, "0");
let count = 0;

/**
 * What names a request in its answer and in the log: the client's own name for it when it has one,
 * else a short one of ours.
 */
export function requestId(given: string | string[] | undefined): string {
  if (typeof given === "string" && SANE.test(given)) return given;
  count += 1;
  return `${prefix}-${count.toString(36)}`;
}
