import { setTimeout as sleep } from "node:timers/promises";
import type { Authorization, Order } from "acme-client";
import type { Authority } from "#lib/domains/acme/authority.ts";
import { AcmeRefusal, type Problem } from "#lib/domains/acme/refusal.ts";

const FIRST_MS = 200;
const LONGEST_MS = 5_000;
const PATIENCE_MS = 300_000;

export type ChallengeKind = "http-01" | "tls-alpn-01";

/** What a name is to show to the authority; `chain` and `key` (PEM) for TLS-ALPN-01. */
export type Challenge = {
  token: string;
  kind: ChallengeKind;
  key_authorization: string;
  chain: string | null;
  key: string | null;
};

type Wish = {
  name: string;
  challenge: ChallengeKind;
  /** An order that was begun, by whomever, with its private key (PEM). */
  begun: { order_url: string; key: string } | null;
  /** The ARI identifier of the certificate that this one follows. */
  replaces: string | null;
};

/** What has to be written down in between. */
export type Room = {
  /** Right before an order is placed; throws when none may be. */
  beforeOrder(): Promise<void>;
  noteOrder(order_url: string, key: string): Promise<void>;
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

/** Why a name was not validated. */
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
  { challenge: kind }: Wish,
  room: Room,
): Promise<void> {
  if (authorization.status !== "pending") return;
  const { client } = authority;
  const { offered, shown } = await challengeOf(authority, authorization, kind);
  await room.show(shown);
  try {
    // Refused where it was asked before by a process that is gone: then it is under way.
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
    await room.withdraw(shown.token);
  }
}

type Begun = { order: Order; key: string };

/** The order that was begun, if the authority still has it and it can come to an end. */
async function resume({ client }: Authority, { begun }: Wish): Promise<Begun | null> {
  if (!begun) return null;
  const { order_url: url, key } = begun;
  const order = await client.getOrder({ url } as Order).catch((error) => {
    if (error instanceof AcmeRefusal && error.status < 500) return null;
    throw error;
  });
  return order && order.status !== "invalid" ? { order, key } : null;
}

async function place(authority: Authority, wish: Wish, room: Room): Promise<Begun> {
  const { acme, client, directory } = authority;
  const key = (await acme.crypto.createPrivateEcdsaKey()).toString();
  const plain = { identifiers: [{ type: "dns", value: wish.name }] };
  const replaces = directory.renewalInfo ? wish.replaces : null;
  await room.beforeOrder();
  const placed = client.createOrder({ ...plain, ...(replaces && { replaces }) });
  const order = await placed.catch((error) => {
    // An authority that has forgotten what is replaced, or had it replaced before.
    const isAboutIt = ["alreadyReplaced", "malformed"].includes(error?.type);
    if (!replaces || !isAboutIt) throw error;
    return client.createOrder(plain);
  });
  await room.noteOrder(order.url, key);
  return { order, key };
}

/**
 * Has a certificate issued for a name. It may be repeated at any time: what was begun goes on.
 * @throws {AcmeRefusal} @throws when the authority cannot be reached
 */
export async function obtain(authority: Authority, wish: Wish, room: Room): Promise<Issued> {
  const { acme, client } = authority;
  const begun = (await resume(authority, wish)) ?? (await place(authority, wish, room));
  const { key } = begun;
  const read = () => client.getOrder(begun.order);
  let { order } = begun;
  if (order.status === "pending") {
    for (const authorization of await client.getAuthorizations(order))
      await validate(authority, authorization, wish, room);
    order = await until(read, ({ status }) => status !== "pending");
  }
  if (order.status === "ready") {
    const [, csr] = await acme.crypto.createCsr({ altNames: [wish.name] }, key);
    order = await client.finalizeOrder(order, csr);
  }
  if (order.status !== "valid")
    order = await until(read, ({ status }) => status === "valid" || status === "invalid");
  if (order.status !== "valid") throw new AcmeRefusal((order.error ?? {}) as Problem);
  return { chain: await client.getCertificate(order), key };
}
