import { env } from "#lib/env.ts";
import { hostName, isOwnName } from "#lib/hosts.ts";

const NOTHING: readonly string[] = [];
const HALF_A_YEAR = ["Strict-Transport-Security", "max-age=15552000"] as const;

/**
 * What makes browsers come by https only: at our own names, where that is how we are reached. A
 * domain of an operator's is theirs to commit.
 * @returns names and values in turn
 */
export function transportSecurity(host: string): readonly string[] {
  const isSecure = env().APP_URL.startsWith("https:");
  return isSecure && isOwnName(hostName(host)) ? HALF_A_YEAR : NOTHING;
}
