import { createPublicKey, verify } from "node:crypto";
import type { Configuration } from "openid-client";
import { z } from "zod";
import { now } from "#lib/platform/clock.ts";

const TIMEOUT_MS = 10_000;
const KEYS_FOR_MS = 60 * 60 * 1_000;
/** A token of a key that is not known asks for the keys again, but not more often. */
const KEYS_AGAIN_MS = 10_000;
const MAX_TOKEN = 16_384;
const CLOCK_TOLERANCE_S = 300;
export const MAX_AGE_S = 600;
const EVENT = "http://schemas.openid.net/event/backchannel-logout";

const PSS = { padding: 6, saltLength: -1 } as const;
const EC = { dsaEncoding: "ieee-p1363" } as const;

/** Signatures by public keys alone: a client's secret signs nothing here. */
const ALGORITHMS = new Map<
  string,
  { hash: string | null; key: Record<string, string>; how: object }
>([
  ["RS256", { hash: "sha256", key: { kty: "RSA" }, how: {} }],
  ["RS384", { hash: "sha384", key: { kty: "RSA" }, how: {} }],
  ["RS512", { hash: "sha512", key: { kty: "RSA" }, how: {} }],
  ["PS256", { hash: "sha256", key: { kty: "RSA" }, how: PSS }],
  ["PS384", { hash: "sha384", key: { kty: "RSA" }, how: PSS }],
  ["PS512", { hash: "sha512", key: { kty: "RSA" }, how: PSS }],
  ["ES256", { hash: "sha256", key: { kty: "EC", crv: "P-256" }, how: EC }],
  ["ES384", { hash: "sha384", key: { kty: "EC", crv: "P-384" }, how: EC }],
  ["ES512", { hash: "sha512", key: { kty: "EC", crv: "P-521" }, how: EC }],
  ["EdDSA", { hash: null, key: { kty: "OKP", crv: "Ed25519" }, how: {} }],
]);

const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });
type Key = z.output<typeof Keys>["keys"][number];

const known = new Map<string, { keys: Promise<Key[]>; since: number }>();

async function fetchKeys(url: string): Promise<Key[]> {
  const answer = await fetch(url, {
    headers: { accept: "application/json" },
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return Keys.parse(await answer.json()).keys;
}

function keysAt(url: string, max_age_ms: number): Promise<Key[]> {
  const time = now().getTime();
  const before = known.get(url);
  if (before && before.since + max_age_ms > time) return before.keys;
  const asked = { keys: fetchKeys(url), since: time };
  known.set(url, asked);
  asked.keys.catch(() => {
    if (known.get(url) === asked) known.delete(url);
  });
  return asked.keys;
}

const Header = z.object({ alg: z.string(), kid: z.string().optional() });

function decoded(part = ""): unknown {
  return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
}

async function isSigned(url: string, token: string): Promise<boolean> {
  const [header, payload, signature = ""] = token.split(".");
  const { alg, kid } = Header.parse(decoded(header));
  const algorithm = ALGORITHMS.get(alg);
  if (!algorithm) return false;
  const fits = (key: Key) =>
    key.use !== "enc" &&
    (kid === undefined || key.kid === kid) &&
    Object.entries(algorithm.key).every(([name, value]) => key[name] === value);
  const first = (await keysAt(url, KEYS_FOR_MS)).filter(fits);
  const keys = first.length > 0 ? first : (await keysAt(url, KEYS_AGAIN_MS)).filter(fits);
  const data = Buffer.from(`${header}.${payload}`);
  return keys.some((key) => {
    const publicKey = createPublicKey({ key, format: "jwk" });
    const how = { key: publicKey, ...algorithm.how };
    return verify(algorithm.hash, data, how, Buffer.from(signature, "base64url"));
  });
}

const Token = z
  .object({
    iss: z.string(),
    aud: z.union([z.string(), z.array(z.string())]),
    iat: z.number(),
    exp: z.number().optional(),
    jti: z.string().min(1),
    sub: z.string().optional(),
    sid: z.string().optional(),
    events: z.looseObject({ [EVENT]: z.looseObject({}) }),
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

type LogoutToken = z.output<typeof Token>;

/** @throws when it is not the provider's, not for this client, too old, or no logout token */
export async function verifyLogoutToken(
  configuration: Configuration,
  token: string,
): Promise<LogoutToken> {
  const { issuer, jwks_uri } = configuration.serverMetadata();
  if (!jwks_uri) throw new Error("the provider names no keys");
  if (token.length > MAX_TOKEN || token.split(".").length !== 3) throw new Error("no signed token");
  const read = Token.parse(decoded(token.split(".")[1]));
  const { client_id } = configuration.clientMetadata();
  const time = now().getTime() / 1_000;
  if (read.iss !== issuer) throw new Error("the token is another issuer's");
  if (![read.aud].flat().includes(client_id)) throw new Error("the token is for another client");
  const isOld = read.iat < time - MAX_AGE_S || (read.exp ?? time) < time - CLOCK_TOLERANCE_S;
  if (isOld || read.iat > time + CLOCK_TOLERANCE_S) throw new Error("the token is not of now");
  if (!(await isSigned(jwks_uri, token))) throw new Error("the provider did not sign the token");
  return read;
}
