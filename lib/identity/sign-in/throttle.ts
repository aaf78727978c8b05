import type { Db } from "#db/index.ts";
import { networkOf } from "#lib/core/access/ip-addresses.ts";
import {
  attemptCount,
  consume,
  type Limit,
  resetLimit,
  restartLimit,
  uncount,
} from "#lib/core/throttle/rate-limit.ts";
import { DAY_SECONDS } from "#lib/platform/clock.ts";

const PERIOD_S = 5 * 60;
const FIRST_BLOCK_S = 60;
const MAX_BLOCK_S = 15 * 60;

/** Seconds of the n-th block within a day: 1 min, then twice as long each time, at most 15 min. */
export function blockSeconds(times: number): number {
  return Math.min(MAX_BLOCK_S, FIRST_BLOCK_S * 2 ** (times - 1));
}

function limit(name: string, most: number): Limit {
  return { name, most, period_s: PERIOD_S, block_s: blockSeconds };
}

/** How often may be guessed: by a client at an account, by a client, and at an account. */
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

/** An account by its e-mail address in lower case, and the client's address. */
type Attempt = { account: string; address: string | null };

function keysOf({ account, address }: Attempt): Record<keyof Limits, string> {
  const client = networkOf(address ?? "");
  return { client, account, pair: `${account} ${client}` };
}

/**
 * Counts an attempt before what was typed is looked at. Five wrong ones block an account for one
 * client only, so that nobody can lock an operator out during an outage; a client is blocked after
 * 20, an account after many, from clients that have not signed in with it for 90 days.
 * @returns seconds to wait; 0: go on
 */
export async function takeAttempt(db: Db, limits: Limits, attempt: Attempt): Promise<number> {
  const { pair, client, account } = keysOf(attempt);
  const wait = (await consume(db, limits.pair, pair)) || (await consume(db, limits.client, client));
  return wait || (await attemptCount(db, PROVEN, pair))
    ? wait
    : consume(db, limits.account, account);
}

/** The attempt was right: it does not count. */
export async function acceptAttempt(db: Db, limits: Limits, attempt: Attempt): Promise<void> {
  const { pair, client, account } = keysOf(attempt);
  await resetLimit(db, limits.pair, pair);
  await uncount(db, limits.client, client);
  if (!(await attemptCount(db, PROVEN, pair))) await uncount(db, limits.account, account);
}

/** From now on nobody else stands between this client and the account. */
export async function proveClient(db: Db, attempt: Attempt): Promise<void> {
  await restartLimit(db, PROVEN, keysOf(attempt).pair);
}
/** Of 10^6 codes three are right at a time: so few guesses a day that none succeeds. */
export const CODES: Limits = {
  pair: limit("second steps of an account by a client", 5),
  client: limit("second steps by a client", 20),
  account: { ...limit("second steps of an account", 20), period_s: 60 * 60 },
};

const OFTEN = { client: 3, account: 20 };

/** Whether a client, or others at that account, gave several wrong passwords lately. */
export async function hasFailedOften(db: Db, attempt: Attempt): Promise<boolean> {
  const { client, account } = keysOf(attempt);
  const byClient = await attemptCount(db, PASSWORDS.client, client);
  if (byClient >= OFTEN.client) return true;
  return (await attemptCount(db, PASSWORDS.account, account)) >= OFTEN.account;
}
