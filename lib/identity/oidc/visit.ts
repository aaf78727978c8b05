import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import { z } from "zod";
import { type Person, readClaims } from "#lib/identity/oidc/claims.ts";
import { callbackUrl, configurationOf } from "#lib/identity/oidc/provider.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import type { OidcProvider } from "#lib/platform/config/oidc-settings.ts";
import { seal, unseal } from "#lib/platform/crypto/seal.ts";

export const VISIT_MINUTES = 10;

const Kept = z.object({
  provider: z.number(),
  code_verifier: z.string(),
  state: z.string(),
  nonce: z.string(),
  path: z.string(),
  user_id: z.number().nullable(),
  expires_at: z.string(),
});

/** `user_id`: the account that the person is to be connected with. */
type VisitOptions = { path: string; user_id?: number | null };

/**
 * @param path where to continue after sign-in
 * @returns the provider's URL, and the sealed state for a cookie
 * @throws when the provider does not answer
 */
export async function beginVisit(
  provider: OidcProvider,
  { path, user_id = null }: VisitOptions,
): Promise<{ url: string; kept: string }> {
  const configuration = await configurationOf(provider);
  const [code_verifier, state, nonce] = [randomPKCECodeVerifier(), randomState(), randomNonce()];
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: callbackUrl(provider),
    scope: provider.scopes,
    code_challenge: await calculatePKCECodeChallenge(code_verifier),
    code_challenge_method: "S256",
    state,
    nonce,
  });
  const expires_at = later(wireNow(), VISIT_MINUTES * 60);
  const sent = { code_verifier, state, nonce, path, user_id, expires_at };
  return { url: url.href, kept: seal(JSON.stringify({ provider: provider.number, ...sent })) };
}

function readKept(kept: string | undefined): z.output<typeof Kept> | null {
  try {
    const read = Kept.parse(JSON.parse(unseal(kept ?? "")));
    return read.expires_at > wireNow() ? read : null;
  } catch {
    return null;
  }
}

/** `sid`: the provider's id of its own session. */
export type Visit = {
  person: Person;
  path: string;
  user_id: number | null;
  sid: string | null;
  id_token: string;
};

/**
 * Verifies the provider's answer against the state in this browser's cookie.
 * @param search the query of the callback
 * @returns null when the cookie is missing, expired, or of a visit to another provider
 * @throws when the provider refused, or its answer proves nothing
 */
export async function finishVisit(
  provider: OidcProvider,
  kept: string | undefined,
  search: string,
): Promise<Visit | null> {
  const sent = readKept(kept);
  if (sent?.provider !== provider.number) return null;
  const configuration = await configurationOf(provider);
  const url = new URL(callbackUrl(provider) + search);
  const tokens = await authorizationCodeGrant(configuration, url, {
    pkceCodeVerifier: sent.code_verifier,
    expectedState: sent.state,
    expectedNonce: sent.nonce,
    idTokenExpected: true,
  });
  const told = tokens.claims();
  if (!told) throw new Error("the provider sent no ID token");
  const { access_token, id_token = "" } = tokens;
  const claims = await readClaims({
    id_token: told,
    groups_claim: provider.roles.length > 0 ? provider.groups_claim : "",
    userinfo: configuration.serverMetadata().userinfo_endpoint
      ? () => fetchUserInfo(configuration, access_token, told.sub)
      : null,
  });
  const person = { issuer: told.iss, subject: told.sub, ...claims };
  const sid = typeof told.sid === "string" ? told.sid : null;
  return { person, path: sent.path, user_id: sent.user_id, sid, id_token };
}
