import { buildEndSessionUrl } from "openid-client";
import { configurationOf, providerOfIssuer } from "#lib/identity/oidc/provider.ts";
import type { EndedSession } from "#lib/identity/sessions/queries.ts";
import { env } from "#lib/platform/config/env.ts";
import type { OidcProvider } from "#lib/platform/config/oidc-settings.ts";
import { seal, unsealIfOurs } from "#lib/platform/crypto/seal.ts";
import { log } from "#lib/platform/log.ts";

// The whole address has to fit into a cookie.
const MAX_HINT = 3_000;

/** The ID token as the provider is shown it at the sign-out; null where it is not told. */
export function sealIdToken({ signs_out }: OidcProvider, id_token: string): string | null {
  return signs_out && id_token.length <= MAX_HINT ? seal(id_token) : null;
}

/**
 * Where a session that began at a provider also ends there.
 * @param state comes back to `/sign-in` with the person
 * @returns null where the provider is not to be told, cannot be, or does not answer
 */
export async function providerSignOutUrl(
  ended: EndedSession | undefined,
  state: string,
): Promise<string | null> {
  const provider = providerOfIssuer(ended?.oidc_issuer ?? null);
  if (!provider?.signs_out) return null;
  const configuration = await configurationOf(provider).catch((error) => {
    log().warn({ err: error }, "the OpenID provider is not told of a sign-out");
    return null;
  });
  if (!configuration?.serverMetadata().end_session_endpoint) return null;
  const hint = unsealIfOurs(ended?.id_token_sealed ?? "");
  return buildEndSessionUrl(configuration, {
    post_logout_redirect_uri: `${env().APP_URL}/sign-in`,
    state,
    ...(hint && { id_token_hint: hint }),
  }).href;
}
