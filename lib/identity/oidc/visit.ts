import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  type IDToken,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import { z } from "zod";
import { callbackUrl, provider } from "#lib/identity/oidc/provider.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { seal, unseal } from "#lib/platform/crypto/seal.ts";
import { log } from "#lib/platform/log.ts";

export const VISIT_MINUTES = 10;

const Kept = z.object({
  code_verifier: z.string(),
  state: z.string(),
  nonce: z.string(),
  path: z.string(),
  expires_at: z.string(),
});

/**
 * @param path where to continue after sign-in
 * @returns the provider's URL, and the sealed state for a cookie
 * @throws when the provider does not answer
 */
export async function beginVisit(path: string): Promise<{ url: string; kept: string }> {
  const configuration = await provider();
  const [code_verifier, state, nonce] = [randomPKCECodeVerifier(), randomState(), randomNonce()];
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: callbackUrl(),
    scope: "openid email profile",
    code_challenge: await calculatePKCECodeChallenge(code_verifier),
    code_challenge_method: "S256",
    state,
    nonce,
  });
  const expires_at = later(wireNow(), VISIT_MINUTES * 60);
  const kept = seal(JSON.stringify({ code_verifier, state, nonce, path, expires_at }));
  return { url: url.href, kept };
}

export type Person = {
  issuer: string;
  subject: string;
  email: string | null;
  email_verified: boolean;
  name: string;
};

const text = z.string().nullable().default(null).catch(null);
const Claims = z.object({
  email: text,
  email_verified: z
    .unknown()
    .optional()
    .transform((value) => value === true || value === "true"),
  name: text,
});

/** Asks userinfo without a verified address; it vouches only for the address it names. */
async function askForClaims(
  configuration: Configuration,
  { access_token }: { access_token: string },
  idToken: IDToken,
): Promise<z.output<typeof Claims>> {
  const told = Claims.parse(idToken);
  if (told.email_verified || !configuration.serverMetadata().userinfo_endpoint) return told;
  const asked = await fetchUserInfo(configuration, access_token, idToken.sub).catch((error) => {
    log().warn({ err: error }, "the OpenID provider gives no userinfo");
    return {};
  });
  const userinfo = Claims.parse(asked);
  const name = told.name ?? userinfo.name;
  return userinfo.email === null ? { ...told, name } : { ...userinfo, name };
}

function readMailFile(kept: string | undefined): z.output<typeof Kept> | null {
  try {
    const read = Kept.parse(JSON.parse(unseal(kept ?? "")));
    return read.expires_at > wireNow() ? read : null;
  } catch {
    return null;
  }
}

/**
 * Verifies the provider's answer against the state in this browser's cookie.
 * @param search the query of the callback
 * @returns null when the cookie is missing or expired
 * @throws when the provider refused, or its answer proves nothing
 */
export async function finishVisit(
  kept: string | undefined,
  search: string,
): Promise<{ person: Person; path: string } | null> {
  const sent = readMailFile(kept);
  if (!sent) return null;
  const configuration = await provider();
  const tokens = await authorizationCodeGrant(configuration, new URL(callbackUrl() + search), {
    pkceCodeVerifier: sent.code_verifier,
    expectedState: sent.state,
    expectedNonce: sent.nonce,
    idTokenExpected: true,
  });
  const told = tokens.claims();
  if (!told) throw new Error("the provider sent no ID token");
  const { email, email_verified, name } = await askForClaims(configuration, tokens, told);
  const person = {
    issuer: told.iss,
    subject: told.sub,
    email,
    email_verified,
    name: name ?? "",
  };
  return { person, path: sent.path };
}
