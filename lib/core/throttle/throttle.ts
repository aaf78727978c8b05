import { networkOf } from "#lib/core/access/addresses.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { take } from "#lib/core/throttle/take.ts";
import { tooOften } from "#lib/core/throttle/too-often.ts";
import { DAY_SECONDS } from "#lib/platform/clock.ts";

// A whole office may subscribe in the first minutes of an outage, from one address.
const PER_CLIENT = { name: "forms of a client", most: 60, period_s: 10 * 60 };

/** @throws {AppError} `rate_limited` when the client sent too many forms lately */
export async function slowDown(ctx: Context): Promise<void> {
  const seconds = await take(ctx.db, PER_CLIENT, networkOf(ctx.address ?? ""));
  if (seconds > 0) throw tooOften("Too many forms were sent", seconds);
}

// What is texted is paid for, and some who ask for it share in that.
const TEXTS = { name: "texts that a client asked for", most: 10, period_s: DAY_SECONDS };
const TEXTS_OF_PAGE = { name: "texts that visitors asked for", most: 300, period_s: DAY_SECONDS };

/** @throws {AppError} `rate_limited` when the client, or all visitors, had too much texted today */
export async function slowTexts(ctx: Context, { status_page_id }: PageGrant): Promise<void> {
  const own = await take(ctx.db, TEXTS, networkOf(ctx.address ?? ""));
  const seconds = own || (await take(ctx.db, TEXTS_OF_PAGE, String(status_page_id)));
  if (seconds > 0) throw tooOften("Too many texts were asked for", seconds);
}
