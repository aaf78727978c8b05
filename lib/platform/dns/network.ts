import { isUnanswered, openResolver } from "#lib/platform/dns/name-servers.ts";

// A name server without a connection fails for every name.
const CUT_OFF = "ESERVFAIL";
const GOOD_FOR_MS = 5_000;

let reached_at = Number.NEGATIVE_INFINITY;
let asking: Promise<boolean> | undefined;

/** To be called when somebody out there answered. */
export function noteReached(): void {
  reached_at = performance.now();
}

// Every resolver knows the name servers of the root.
async function ask(): Promise<boolean> {
  try {
    await openResolver().resolveNs(".");
    return true;
  } catch (error) {
    return !isUnanswered(error) && (error as NodeJS.ErrnoException).code !== CUT_OFF;
  }
}

/**
 * Whether this machine reaches anybody, so that it is a destination's own fault when it cannot be
 * reached.
 */
export async function isNetworkThere(): Promise<boolean> {
  if (performance.now() - reached_at < GOOD_FOR_MS) return true;
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  const isThere = await asking;
  if (isThere) noteReached();
  return isThere;
}
