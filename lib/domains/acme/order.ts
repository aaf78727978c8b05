import { setTimeout as sleep } from "node:timers/promises";
import type { Authorization, Order } from "acme-client";
import type { Authority } from "#lib/domains/acme/authority.ts";
import { AcmeRefusal, type Problem } from "#lib/domains/acme/refusal.ts";

const FIRST_MS = 200;
const LONGEST_MS = 5_000;
const PATIENCE_MS = 300_000;

export type ChallengeKind = "http-01" | "tls-alpn-01";

/** A response to a challenge; `chain` and `key` (PEM) are for TLS-ALPN-01. */
export type Challenge = {
  token: string;
  kind: ChallengeKind;
  key_authorization: string;
  chain: string | null;
  key: string | null;
};

type OrderRequest = {
  name: string;
  challenge: ChallengeKind;
  /** An unfinished order of any process, with its private key (PEM). */
  pending: { order_url: string; key: string } | null;
  /** The ARI identifier of the certificate to replace. */
  replaces: string | null;
};

export type OrderHooks = {
  /** Called right before an order is placed; throws to prevent it. */
  beforeOrder(): Promise<void>;
  saveOrder(order_url: string, key: string): Promise<void>;
  show(challenge: Challenge): Promise<void>;
  withdraw(token: string): Promise<void>;
};

export type Issued = { chain: string; key: string };

async function until<T>(read: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  for (let pause_ms = FIRST_MS; ; pause_ms = Math.min(pause_ms * 2, LONGEST_MS)) {
    const value = await read();
    if (isDone(value)) return value;
    if (performance.now() > end) throw new AcmeRefusal({ detail: "It did not come to an end." });
    await sleep(pause_ms);
  }
}

function problemOf({ challenges }: Authorization): Problem {
  const failed = challenges.find((challenge) => "error" in challenge) as
    | { error?: Problem }
    | undefined;
  return failed?.error ?? { type: "unauthorized" };
}

async function challengeOf(
  { acme, client }: Authority,
  authorization: Authorization,
  kind: ChallengeKind,
) {
  const offered = authorization.challenges.find(({ type }) => (type as string) === kind);
  if (!offered)
    throw new AcmeRefusal({ detail: `It does not offer to look at the name by ${kind}.` });
  const key_authorization = await client.getChallengeKeyAuthorization(offered);
  const [key, chain] =
    kind === "http-01"
      ? [null, null]
      : await acme.crypto.createAlpnCertificate(
          authorization,
          key_authorization,
          await acme.crypto.createPrivateEcdsaKey(),
        );
  const shown: Challenge = {
    token: offered.token,
    kind,
    key_authorization,
    chain: chain?.toString() ?? null,
    key: key?.toString() ?? null,
  };
  return { offered, shown };
}

async function validate(
  authority: Authority,
  authorization: Authorization,
  { challenge: kind }: OrderRequest,
  hooks: OrderHooks,
): Promise<void> {
  if (authorization.status !== "pending") return;
  const { client } = authority;
  const { offered, shown } = await challengeOf(authority, authorization, kind);
  await hooks.show(shown);
  try {
    // `malformed` means that a process that died has already completed this challenge.
    await client.completeChallenge(offered).catch((error) => {
      if (error?.type !== "malformed") throw error;
    });
    const read = async () => {
      const [now] = await client.getAuthorizations({
        authorizations: [authorization.url],
      } as Order);
      return now ?? authorization;
    };
    const ended = await until(read, ({ status }) => status !== "pending");
    if (ended.status !== "valid") throw new AcmeRefusal(problemOf(ended));
  } finally {
    await hooks.withdraw(shown.token);
  }
}

type PendingOrder = { order: Order; key: string };

async function resume(
  { client }: Authority,
  { pending }: OrderRequest,
): Promise<PendingOrder | null> {
  if (!pending) return null;
  const { order_url: url, key } = pending;
  const order = await client.getOrder({ url } as Order).catch((error) => {
    if (error instanceof AcmeRefusal && error.status < 500) return null;
    throw error;
  });
  return order && order.status !== "invalid" ? { order, key } : null;
}

async function place(
  authority: Authority,
  request: OrderRequest,
  hooks: OrderHooks,
): Promise<PendingOrder> {
  const { acme, client, directory } = authority;
  const key = (await acme.crypto.createPrivateEcdsaKey()).toString();
  const plain = { identifiers: [{ type: "dns", value: request.name }] };
  const replaces = directory.renewalInfo ? request.replaces : null;
  await hooks.beforeOrder();
  const placed = client.createOrder({ ...plain, ...(replaces && { replaces }) });
  const order = await placed.catch((error) => {
    // The authority may have forgotten the replaced certificate, or replaced it already.
    const isAboutIt = ["alreadyReplaced", "malformed"].includes(error?.type);
    if (!replaces || !isAboutIt) throw error;
    return client.createOrder(plain);
  });
  await hooks.saveOrder(order.url, key);
  return { order, key };
}

/**
 * Obtains a certificate. It is safe to repeat: an unfinished order is continued.
 * @throws {AcmeRefusal} @throws when the authority cannot be reached
 */
export async function obtain(
  authority: Authority,
  request: OrderRequest,
  hooks: OrderHooks,
): Promise<Issued> {
  const { acme, client } = authority;
  const pending = (await resume(authority, request)) ?? (await place(authority, request, hooks));
  const { key } = pending;
  const read = () => client.getOrder(pending.order);
  let { order } = pending;
  if (order.status === "pending") {
    for (const authorization of await client.getAuthorizations(order))
      await validate(authority, authorization, request, hooks);
    order = await until(read, ({ status }) => status !== "pending");
  }
  if (order.status === "ready") {
    const [, csr] = await acme.crypto.createCsr({ altNames: [request.name] }, key);
    order = await client.finalizeOrder(order, csr);
  }
  if (order.status !== "valid")
    order = await until(read, ({ status }) => status === "valid" || status === "invalid");
  if (order.status !== "valid") throw new AcmeRefusal((order.error ?? {}) as Problem);
  return { chain: await client.getCertificate(order), key };
}
