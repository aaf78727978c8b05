import type { Db } from "#db/index.ts";
import { networkOf } from "#lib/core/access/ip-addresses.ts";
import {
  attemptCount,
  consume,
  type Limit,
  resetLimit,
  restartLimit,
  uncount,
} from "#lib/core/throttle/form-limits.ts";
import { DAY_SECONDS } from "#lib/platform/clock.ts";

const PERIOD_S = 5 * 60;
const FIRST_BLOCK_S = 60;
const MAX_BLOCK_S = 15 * 60;

/** Seconds of the n-th block within a day: one minute, doubling up to 15. */
export function blockSeconds(times: number): number {
  return Math.min(MAX_BLOCK_S, FIRST_BLOCK_S * 2 ** (times - 1));
}

function limit(name: string, most: number): Limit {
  return { name, most, period_s: PERIOD_S, block_s: blockSeconds };
}

type Limits = Record<"pair" | "client" | "account", Limit>;

export const PASSWORDS: Limits = {
  pair: limit("passwords of an account by a client", 5),
  client: limit("passwords by a client", 20),
  account: limit("passwords of an account", 100),
};

const PROVEN: Limit = {
  name: "clients that an account was used from",
  most: 1,
  period_s: 90 * DAY_SECONDS,
};

/** `account`: the e-mail address in lower case. */
type Attempt = { account: string; address: string | null };

function keysOf({ account, address }: Attempt): Record<keyof Limits, string> {
  const client = networkOf(address ?? "");
  return { client, account, pair: `${account} ${client}` };
}

/**
 * Counts an attempt before it is checked. Five failures block an account for one client only, so
 * that nobody locks an operator out during an outage. Clients that signed in within 90 days skip
 * the account's own limit.
 * @returns seconds to wait; 0: go on
 */
export async function takeAttempt(db: Db, limits: Limits, attempt: Attempt): Promise<number> {
  const { pair, client, account } = keysOf(attempt);
  const wait = (await consume(db, limits.pair, pair)) || (await consume(db, limits.client, client));
  return wait || (await attemptCount(db, PROVEN, pair))
    ? wait
    : consume(db, limits.account, account);
}

export async function acceptAttempt(db: Db, limits: Limits, attempt: Attempt): Promise<void> {
  const { pair, client, account } = keysOf(attempt);
  await resetLimit(db, limits.pair, pair);
  await uncount(db, limits.client, client);
  if (!(await attemptCount(db, PROVEN, pair))) await uncount(db, limits.account, account);
}

export async function proveClient(db: Db, attempt: Attempt): Promise<void> {
  await restartLimit(db, PROVEN, keysOf(attempt).pair);
}
/** Three of 10^6 codes are valid at a time: the limits keep a day's guesses hopeless. */
export const CODES: Limits = {
  pair: limit("second steps of an account by a client", 5),
  client: limit("second steps by a client", 20),
  account: { ...limit("second steps of an account", 20), period_s: 60 * 60 },
};

const OFTEN = { client: 3, account: 20 };

export async function hasFailedOften(db: Db, attempt: Attempt): Promise<boolean> {
  const { client, account } = keysOf(attempt);
  const byClient = await attemptCount(db, PASSWORDS.client, client);
  if (byClient >= OFTEN.client) return true;
  return (await attemptCount(db, PASSWORDS.account, account)) >= OFTEN.account;
}
