import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  discovery,
  None,
} from "openid-client";
import { now } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";

const TIMEOUT_S = 10;
const KNOWN_FOR_MS = 60 * 60 * 1_000;
const SILENT_FOR_MS = 5_000;

export function oidcName(): string | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_NAME } = env();
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID) return null;
  return OIDC_NAME ?? new URL(OIDC_ISSUER).hostname;
}

/** Without a declaration the standard's default is `client_secret_basic`. */
function authentication(secret: string | undefined): ClientAuth {
  if (!secret) return None();
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const isBasic = methods.includes("client_secret_basic");
    return (isBasic ? ClientSecretBasic : ClientSecretPost)(secret)(server, ...rest);
  };
}

let known: { issuer: string; answer: Promise<Configuration>; until: number } | undefined;

async function discover(issuer: string, clientId: string): Promise<Configuration> {
  return discovery(new URL(issuer), clientId, undefined, authentication(env().OIDC_CLIENT_SECRET), {
    timeout: TIMEOUT_S,
    execute: issuer.startsWith("http:") ? [allowInsecureRequests] : [],
  });
}

/**
 * Provider metadata, fetched once for concurrent callers and refreshed hourly; a failure is kept
 * for 5 s.
 * @throws when the provider does not answer
 */
export async function provider(): Promise<Configuration> {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID } = env();
  if (!issuer || !OIDC_CLIENT_ID) throw new Error("OIDC_ISSUER and OIDC_CLIENT_ID are not set");
  const time = now().getTime();
  if (known && known.issuer === issuer && known.until > time) return known.answer;
  const asked = { issuer, answer: discover(issuer, OIDC_CLIENT_ID), until: time + KNOWN_FOR_MS };
  known = asked;
  asked.answer.catch(() => {
    asked.until = now().getTime() + SILENT_FOR_MS;
  });
  return asked.answer;
}

export function callbackUrl(): string {
  return `${env().APP_URL}/sign-in/oidc/callback`;
}
