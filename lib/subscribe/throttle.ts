import { networkOf } from "#lib/auth/addresses.ts";
import type { Context } from "#lib/context.ts";
import { take } from "#lib/throttle/take.ts";
import { tooOften } from "#lib/throttle/too-often.ts";

// A whole office may subscribe in the first minutes of an outage, from one address.
const PER_CLIENT = { name: "forms of a client", most: 60, period_s: 10 * 60 };

/** @throws {AppError} `rate_limited` when the client sent too many forms lately */
export async function slowDown(ctx: Context): Promise<void> {
  const seconds = await take(ctx.db, PER_CLIENT, networkOf(ctx.address ?? ""));
  if (seconds > 0) throw tooOften("Too many forms were sent", seconds);
}
