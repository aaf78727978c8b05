import { createHmac } from "node:crypto";
import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { networkOf } from "#lib/core/access/ip-addresses.ts";
import type { Context } from "#lib/core/request/context.ts";
import { count, deleteCounts, extend, findCount, giveOneBack } from "#lib/core/throttle/queries.ts";
import { DAY_SECONDS, later, secondsBetween, wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

export type Limit = {
  name: string;
  most: number;
  period_s: number;
  /**
   * Wait after exceeding the limit for the n-th time within a day; default: until the period ends.
   */
  block_s?: (times: number) => number;
};

function keyOf(name: string, whose: string): Buffer {
  return createHmac("sha256", env().APP_SECRET ?? "")
    .update(`throttle ${name} ${whose}`)
    .digest();
}

function timesKey({ name }: Limit, whose: string): Buffer {
  return keyOf(`${name}, exceeded`, whose);
}

/** Counts across all processes. @returns seconds to wait; 0: go on */
export async function consume(db: Db, limit: Limit, whose: string): Promise<number> {
  const { name, most, period_s, block_s } = limit;
  const now = wireNow();
  const key = keyOf(name, whose);
  const taken = await count(db, key, { now, until: later(now, period_s) });
  if (taken.count <= most) return 0;
  if (!block_s || taken.count > most + 1) return secondsBetween(now, taken.expires_at);
  const until = later(now, DAY_SECONDS);
  const seconds = block_s((await count(db, timesKey(limit, whose), { now, until })).count);
  await extend(db, key, later(now, seconds));
  return seconds;
}

export async function attemptCount(db: Db, { name }: Limit, whose: string): Promise<number> {
  return findCount(db, keyOf(name, whose), wireNow());
}

export async function uncount(db: Db, { name }: Limit, whose: string): Promise<void> {
  await giveOneBack(db, keyOf(name, whose));
}

export async function resetLimit(db: Db, limit: Limit, whose: string): Promise<void> {
  await deleteCounts(db, [keyOf(limit.name, whose), timesKey(limit, whose)]);
}

export async function restartLimit(db: Db, limit: Limit, whose: string): Promise<void> {
  await resetLimit(db, limit, whose);
  await consume(db, limit, whose);
}

/** @param seconds until it may be done again */
export function rateLimited(message: string, seconds: number): AppError {
  const values = { minutes: Math.ceil(seconds / 60) };
  return new AppError("rate_limited", message, { base: [{ code: "too_often", values }] }, seconds);
}

// A whole office may subscribe in the first minutes of an outage, from one address.
const PER_CLIENT = { name: "forms of a client", most: 60, period_s: 10 * 60 };

/** @throws {AppError} `rate_limited` */
export async function limitForms(ctx: Context): Promise<void> {
  const seconds = await consume(ctx.db, PER_CLIENT, networkOf(ctx.address ?? ""));
  if (seconds > 0) throw rateLimited("Too many forms were sent", seconds);
}

// Text messages cost money, and some who request them share in it.
const TEXTS = { name: "texts that a client asked for", most: 10, period_s: DAY_SECONDS };
const TEXTS_OF_PAGE = { name: "texts that visitors asked for", most: 300, period_s: DAY_SECONDS };

/** @throws {AppError} `rate_limited` */
export async function limitTextMessages(
  ctx: Context,
  { status_page_id }: PageGrant,
): Promise<void> {
  const own = await consume(ctx.db, TEXTS, networkOf(ctx.address ?? ""));
  const seconds = own || (await consume(ctx.db, TEXTS_OF_PAGE, String(status_page_id)));
  if (seconds > 0) throw rateLimited("Too many texts were asked for", seconds);
}
