import { createPrivateKey, type X509Certificate } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Db, isDatabaseLost } from "#db/index.ts";
import { authorizeProgram, type ProgramGrant } from "#lib/core/access/authorize.ts";
import type { Claimed } from "#lib/core/leases/queries.ts";
import type { Context } from "#lib/core/request/context.ts";
import { type Authority, openAuthority } from "#lib/domains/acme/authority.ts";
import { type ChallengeKind, type Issued, obtain, type Room } from "#lib/domains/acme/order.ts";
import {
  countOrder,
  type DueCertificate,
  deleteChallenge,
  insertChallenge,
  noteFailedValidation,
} from "#lib/domains/acme/orders.queries.ts";
import { keepFailure, keepIssued, keepOrder, release } from "#lib/domains/acme/outcomes.queries.ts";
import { pauseAuthority } from "#lib/domains/acme/queries.ts";
import {
  AcmeRefusal,
  CannotOrder,
  isFailedValidation,
  sentenceOf,
} from "#lib/domains/acme/refusal.ts";
import {
  askAgain_s,
  askRenewal,
  pause_s,
  renewalIdOf,
  renewalTime,
  twoThirdsOf,
} from "#lib/domains/acme/renewal.ts";
import { certificatesOf, issuanceOf, leafOf } from "#lib/domains/certificates/x509.ts";
import { now, toWire } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { seal, unsealIfOurs } from "#lib/platform/crypto/seal.ts";
import { LookupError, lookUp } from "#lib/platform/dns/look-up.ts";
import { log } from "#lib/platform/log.ts";

const UNFIT = "The certificate authority issued a certificate that does not fit.";

/**
 * What was issued is checked before it is used.
 * @returns the host's own certificate
 * @throws {CannotOrder} unless it is for the name and the key, holds, and comes in order
 */
function checkIssued({ chain, key }: Issued, name: string): X509Certificate {
  const [leaf, ...others] = certificatesOf(chain);
  const isInOrder = [leaf, ...others].every((certificate, at, all) => {
    const next = all[at + 1];
    return !next || certificate?.checkIssued(next);
  });
  const fits =
    leaf?.checkHost(name) !== undefined &&
    leaf.checkPrivateKey(createPrivateKey(key)) &&
    Date.parse(leaf.validTo) > now().getTime();
  if (!leaf || !fits || !isInOrder) throw new CannotOrder(UNFIT);
  return leaf;
}

// Longer than an order may take.
const SHOWN_S = 600;
// By then every front has heard of it.
const SPREAD_MS = 1_000;
// A renewal that port 80 keeps failing tries the other way before the certificate expires.
const PATIENT = 3;

/** As many orders as are allowed within the hour were placed. */
class NoOrdersLeft extends Error {}

type Ordering = {
  db: Db;
  grant: ProgramGrant;
  claimed: Claimed;
  due: DueCertificate;
};

function roomFor({ db, grant, claimed, due: { name } }: Ordering): Room {
  return {
    async beforeOrder() {
      const order = { name, most: env().ACME_ORDERS_PER_HOUR };
      const mayOrder = await db.transaction().execute((trx) => countOrder(trx, grant, order));
      if (!mayOrder) throw new NoOrdersLeft();
    },
    noteOrder: (order_url, key) =>
      keepOrder(db, grant, claimed, { order_url, order_key: seal(key) }),
    async show(challenge) {
      const key = challenge.key && seal(challenge.key);
      await insertChallenge(db, grant, { ...challenge, key }, { name, seconds: SHOWN_S });
      if (challenge.kind === "tls-alpn-01") await sleep(SPREAD_MS);
    },
    withdraw: (token) => deleteChallenge(db, grant, token),
  };
}

function begunOf({ order_url, order_key }: DueCertificate) {
  const key = order_key && unsealIfOurs(order_key);
  return order_url && key ? { order_url, key } : null;
}

/** @throws {CannotOrder} for a name that is not there: an authority need not be asked */
async function checkName({ name }: DueCertificate): Promise<void> {
  await lookUp(name).catch((error) => {
    if (error instanceof LookupError && error.isAnswered)
      throw new CannotOrder(`${name} has no address in DNS.`);
  });
}

function lifeOf(leaf: X509Certificate) {
  return { from_ms: Date.parse(leaf.validFrom), to_ms: Date.parse(leaf.validTo) };
}

async function keep(ordering: Ordering, authority: Authority, issued: Issued): Promise<void> {
  const { db, grant, claimed, due } = ordering;
  const leaf = checkIssued(issued, due.name);
  const renew_ms = twoThirdsOf(lifeOf(leaf));
  const ask_ms = authority.directory.renewalInfo
    ? now().getTime() + askAgain_s(0) * 1_000
    : Number.POSITIVE_INFINITY;
  await keepIssued(db, grant, claimed, {
    name: due.name,
    chain: issued.chain,
    private_key: seal(issued.key),
    serial: leaf.serialNumber,
    ...issuanceOf(leaf),
    directory_url: authority.directory_url,
    renew_at: toWire(new Date(renew_ms)),
    due_at: toWire(new Date(Math.min(renew_ms, ask_ms))),
  });
  log().info({ name: due.name }, "certificate issued");
}

/** Asks the authority when it would have a certificate renewed that is not due yet. */
async function plan(ordering: Ordering, authority: Authority): Promise<void> {
  const { db, grant, claimed, due } = ordering;
  const leaf = leafOf(due.chain ?? "");
  const isTheirs = due.directory_url === authority.directory_url;
  if (!leaf) throw new CannotOrder("The certificate cannot be read.");
  // It matters only from time to time, and the next time is soon enough.
  const asking = isTheirs ? askRenewal(authority, leaf).catch(() => null) : null;
  const window = await asking;
  const drawn = { known_ms: due.renew_ms, drawn: Math.random() };
  const renew_ms = renewalTime(lifeOf(leaf), window, drawn);
  const again_ms = now().getTime() + askAgain_s(window?.again_s ?? 0) * 1_000;
  await release(db, grant, claimed, {
    renew_at: toWire(new Date(renew_ms)),
    due_at: toWire(new Date(Math.min(renew_ms, again_ms))),
  });
}

function nextChallenge(due: DueCertificate, error: unknown): ChallengeKind {
  if (due.holds && due.attempts < PATIENT) return "http-01";
  if (!isFailedValidation(error)) return due.challenge;
  return due.challenge === "http-01" ? "tls-alpn-01" : "http-01";
}

async function fail(ordering: Ordering, directory_url: string, error: unknown): Promise<void> {
  const { db, grant, claimed, due } = ordering;
  const refusal = error instanceof AcmeRefusal ? error : null;
  const asked_s = refusal?.retry_after_s ?? 0;
  const isFailed = isFailedValidation(error);
  if (isFailed) await noteFailedValidation(db, grant, due.name);
  if (refusal?.status === 503 && asked_s > 0)
    await pauseAuthority(db, grant, { directory_url, seconds: asked_s });
  const sentence = sentenceOf(error, due.name);
  log().warn({ err: error, name: due.name }, "certificate could not be had");
  await keepFailure(db, grant, claimed, {
    error: sentence,
    pause_s: pause_s(due.attempts + 1, asked_s, Math.random()),
    challenge: nextChallenge(due, error),
    is_over: refusal !== null && refusal.status < 500 && refusal.type !== "rateLimited",
  });
}

async function order(ordering: Ordering, authority: Authority): Promise<void> {
  const { due } = ordering;
  if (due.is_early) return plan(ordering, authority);
  const leaf = due.chain === null ? undefined : leafOf(due.chain);
  const isTheirs = due.directory_url === authority.directory_url;
  const { name, challenge } = due;
  const replaces = leaf && isTheirs ? renewalIdOf(leaf) : null;
  const wish = { name, challenge, begun: begunOf(due), replaces };
  await keep(ordering, authority, await obtain(authority, wish, roomFor(ordering)));
}

/** Orders, renews or looks after a certificate that was claimed, and writes down what came of it. */
export async function orderCertificate(
  ctx: Context,
  claimed: Claimed,
  due: DueCertificate,
): Promise<void> {
  const { db } = ctx;
  const grant = authorizeProgram(ctx);
  const ordering = { db, grant, claimed, due };
  const directory_url = env().ACME_DIRECTORY_URL;
  try {
    if (!due.is_early && !due.order_url) await checkName(due);
    const authority = await openAuthority(db, grant, directory_url);
    await order(ordering, authority).catch(async (error) => {
      if (!(error instanceof AcmeRefusal) || error.type !== "accountDoesNotExist") throw error;
      await authority.forget();
      await order(ordering, await openAuthority(db, grant, directory_url));
    });
  } catch (error) {
    if (isDatabaseLost(error)) throw error;
    if (error instanceof NoOrdersLeft) await release(db, grant, claimed, {});
    else await fail(ordering, directory_url, error);
  }
}
