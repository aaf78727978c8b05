import { createPrivateKey, type X509Certificate } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Db, isDatabaseLost } from "#db/index.ts";
import { authorizeProgram, type ProgramGrant } from "#lib/core/access/authorize.ts";
import type { Claimed } from "#lib/core/leases/queries.ts";
import type { Context } from "#lib/core/request/context.ts";
import { type Authority, openAuthority } from "#lib/domains/acme/authority.ts";
import {
  type ChallengeKind,
  type Issued,
  type OrderHooks,
  obtain,
} from "#lib/domains/acme/order.ts";
import {
  countOrder,
  type DueCertificate,
  deleteChallenge,
  insertChallenge,
  recordFailedValidation,
} from "#lib/domains/acme/orders.queries.ts";
import { release, saveFailure, saveIssued, saveOrder } from "#lib/domains/acme/outcomes.queries.ts";
import { pauseAuthority } from "#lib/domains/acme/queries.ts";
import {
  AcmeRefusal,
  CannotOrder,
  describeFailure,
  isFailedValidation,
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
 * @returns the leaf certificate
 * @throws {CannotOrder} unless the chain is in order, current, and fits the name and the key
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

// Longer than any order may take.
const CHALLENGE_S = 600;
// Every front has received the challenge by then.
const PROPAGATION_MS = 1_000;
// A renewal that keeps failing on port 80 switches to TLS-ALPN-01 before the certificate expires.
const HTTP_ATTEMPTS = 3;

class OrderLimitReached extends Error {}

type Ordering = {
  db: Db;
  grant: ProgramGrant;
  claimed: Claimed;
  due: DueCertificate;
};

function hooksFor({ db, grant, claimed, due: { name } }: Ordering): OrderHooks {
  return {
    async beforeOrder() {
      const order = { name, most: env().ACME_ORDERS_PER_HOUR };
      const isAllowed = await db.transaction().execute((trx) => countOrder(trx, grant, order));
      if (!isAllowed) throw new OrderLimitReached();
    },
    saveOrder: (order_url, key) =>
      saveOrder(db, grant, claimed, { order_url, order_key: seal(key) }),
    async show(challenge) {
      const key = challenge.key && seal(challenge.key);
      await insertChallenge(db, grant, { ...challenge, key }, { name, seconds: CHALLENGE_S });
      if (challenge.kind === "tls-alpn-01") await sleep(PROPAGATION_MS);
    },
    withdraw: (token) => deleteChallenge(db, grant, token),
  };
}

function pendingOrderOf({ order_url, order_key }: DueCertificate) {
  const key = order_key && unsealIfOurs(order_key);
  return order_url && key ? { order_url, key } : null;
}

/** @throws {CannotOrder} when the name has no address, which saves a failed validation */
async function checkName({ name }: DueCertificate): Promise<void> {
  await lookUp(name).catch((error) => {
    if (error instanceof LookupError && error.isAnswered)
      throw new CannotOrder(`${name} has no address in DNS.`);
  });
}

function lifeOf(leaf: X509Certificate) {
  return { from_ms: Date.parse(leaf.validFrom), to_ms: Date.parse(leaf.validTo) };
}

async function save(ordering: Ordering, authority: Authority, issued: Issued): Promise<void> {
  const { db, grant, claimed, due } = ordering;
  const leaf = checkIssued(issued, due.name);
  const renew_ms = twoThirdsOf(lifeOf(leaf));
  const ask_ms = authority.directory.renewalInfo
    ? now().getTime() + askAgain_s(0) * 1_000
    : Number.POSITIVE_INFINITY;
  await saveIssued(db, grant, claimed, {
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

async function plan(ordering: Ordering, authority: Authority): Promise<void> {
  const { db, grant, claimed, due } = ordering;
  const leaf = leafOf(due.chain ?? "");
  const isTheirs = due.directory_url === authority.directory_url;
  if (!leaf) throw new CannotOrder("The certificate cannot be read.");
  // Renewal info is optional; the next attempt is soon enough.
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
  if (due.holds && due.attempts < HTTP_ATTEMPTS) return "http-01";
  if (!isFailedValidation(error)) return due.challenge;
  return due.challenge === "http-01" ? "tls-alpn-01" : "http-01";
}

async function fail(ordering: Ordering, directory_url: string, error: unknown): Promise<void> {
  const { db, grant, claimed, due } = ordering;
  const refusal = error instanceof AcmeRefusal ? error : null;
  const asked_s = refusal?.retry_after_s ?? 0;
  const isFailed = isFailedValidation(error);
  if (isFailed) await recordFailedValidation(db, grant, due.name);
  if (refusal?.status === 503 && asked_s > 0)
    await pauseAuthority(db, grant, { directory_url, seconds: asked_s });
  const sentence = describeFailure(error, due.name);
  log().warn({ err: error, name: due.name }, "certificate order failed");
  await saveFailure(db, grant, claimed, {
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
  const request = { name, challenge, pending: pendingOrderOf(due), replaces };
  await save(ordering, authority, await obtain(authority, request, hooksFor(ordering)));
}

/** Orders or renews a claimed certificate, or plans its renewal, and saves the outcome. */
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
    if (error instanceof OrderLimitReached) await release(db, grant, claimed, {});
    else await fail(ordering, directory_url, error);
  }
}
