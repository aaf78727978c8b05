import { createHmac } from "node:crypto";
import type { Db } from "#db/index.ts";
import { later, secondsBetween, wireNow } from "#lib/clock.ts";
import { env } from "#lib/env.ts";
import { count } from "#lib/throttle/queries.ts";

type Limit = { name: string; most: number; period_s: number };

function keyOf(name: string, whose: string): Buffer {
  return createHmac("sha256", env().APP_SECRET ?? "")
    .update(`throttle ${name} ${whose}`)
    .digest();
}

/**
 * Counts one more of something, for all processes together.
 * @returns seconds to wait; 0: go on
 */
export async function take(
  db: Db,
  { name, most, period_s }: Limit,
  whose: string,
): Promise<number> {
  const now = wireNow();
  const taken = await count(db, keyOf(name, whose), { now, until: later(now, period_s) });
  return taken.count > most ? Math.max(1, secondsBetween(now, taken.expires_at)) : 0;
}
