import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from "jose";
import type { Configuration } from "openid-client";
import { z } from "zod";
import { now } from "#lib/platform/clock.ts";

const TIMEOUT_MS = 10_000;
const KEYS_FOR_MS = 60 * 60 * 1_000;
/** A token of a key that is not known asks for the keys again, but not more often. */
const KEYS_AGAIN_MS = 10_000;
const CLOCK_TOLERANCE_S = 300;
/** With the tolerance. */
export const MAX_AGE_S = 600;
const EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** Signatures by public keys alone: a client's secret signs nothing here. */
const algorithms = ["RS", "PS", "ES"].flatMap((kind) => [256, 384, 512].map((bits) => kind + bits));
algorithms.push("EdDSA", "Ed25519");

const keySets = new WeakMap<Configuration, JWTVerifyGetKey>();

/** Reached as the provider itself: the operator names it, and it may be a private address. */
function keysOf(configuration: Configuration): JWTVerifyGetKey {
  const known = keySets.get(configuration);
  if (known) return known;
  const { issuer, jwks_uri } = configuration.serverMetadata();
  if (!jwks_uri) throw new Error("the provider names no keys");
  const isPlain = new URL(jwks_uri).protocol !== "https:";
  if (isPlain && issuer.startsWith("https:")) throw new Error("the keys do not come over TLS");
  const keys = createRemoteJWKSet(new URL(jwks_uri), {
    timeoutDuration: TIMEOUT_MS,
    cacheMaxAge: KEYS_FOR_MS,
    cooldownDuration: KEYS_AGAIN_MS,
  });
  keySets.set(configuration, keys);
  return keys;
}

const Token = z
  .object({
    iss: z.string(),
    jti: z.string().min(1),
    sub: z.string().optional(),
    sid: z.string().optional(),
    events: z.looseObject({ [EVENT]: z.looseObject({}) }),
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

/** @throws when it is not the provider's, not for this client, too old, or no logout token */
export async function verifyLogoutToken(
  configuration: Configuration,
  token: string,
): Promise<z.output<typeof Token>> {
  try {
    const { payload } = await jwtVerify(token, keysOf(configuration), {
      issuer: configuration.serverMetadata().issuer,
      audience: configuration.clientMetadata().client_id,
      algorithms,
      clockTolerance: CLOCK_TOLERANCE_S,
      maxTokenAge: MAX_AGE_S - CLOCK_TOLERANCE_S,
      currentDate: now(),
    });
    return Token.parse(payload);
  } catch (cause) {
    throw new Error("no valid logout token", { cause });
  }
}
