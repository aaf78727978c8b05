import {
  allowInsecureRequests,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  clockTolerance,
  discovery,
  None,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";
import { now } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { isSameIssuer, numbered, type OidcProvider } from "#lib/platform/config/oidc-settings.ts";

const TIMEOUT_S = 10;
const KNOWN_FOR_MS = 60 * 60 * 1_000;
const SILENT_FOR_MS = 5_000;
// ID tokens come over TLS and with a nonce, so that their times matter little.
const CLOCK_TOLERANCE_S = 300;

export function findProvider(number: unknown): OidcProvider | undefined {
  return env().OIDC_PROVIDERS.find((provider) => String(provider.number) === String(number));
}

export function providerOfIssuer(issuer: string | null): OidcProvider | undefined {
  return env().OIDC_PROVIDERS.find((provider) => isSameIssuer(provider.issuer, issuer ?? ""));
}

/** By host, because issuers of one provider may differ by tenant. */
export function isConfigured(issuer: string, except = 0): boolean {
  const others = env().OIDC_PROVIDERS.filter(({ number }) => number !== except);
  return others.some((other) => new URL(other.issuer).host === URL.parse(issuer)?.host);
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

async function discoverAt(issuer: string, provider: OidcProvider): Promise<Configuration> {
  const { client_id, client_secret } = provider;
  const metadata = { [clockTolerance]: CLOCK_TOLERANCE_S };
  return discovery(new URL(issuer), client_id, metadata, authentication(client_secret), {
    timeout: TIMEOUT_S,
    execute: issuer.startsWith("http:") ? [allowInsecureRequests] : [],
  });
}

/** The issuer that the metadata names, where it is not the one of the setting. */
function otherIssuer(error: unknown): string | null {
  const isOther =
    error instanceof ClientError && error.code === "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED";
  const { body } = (isOther ? error.cause : {}) as { body?: { issuer?: unknown } };
  return typeof body?.issuer === "string" ? body.issuer : null;
}

async function discover(provider: OidcProvider): Promise<Configuration> {
  const { issuer } = provider;
  return discoverAt(issuer, provider).catch((error) => {
    const named = otherIssuer(error);
    if (named === null || named === issuer || !isSameIssuer(named, issuer)) throw error;
    return discoverAt(named, provider);
  });
}

type Known = { provider: OidcProvider; answer: Promise<Configuration>; until: number };

const known = new Map<number, Known>();

/**
 * Provider metadata, fetched once for concurrent callers and refreshed hourly; a failure is kept
 * for 5 s.
 * @throws when the provider does not answer
 */
export async function configurationOf(provider: OidcProvider): Promise<Configuration> {
  const time = now().getTime();
  const before = known.get(provider.number);
  if (before && before.provider === provider && before.until > time) return before.answer;
  const asked = { provider, answer: discover(provider), until: time + KNOWN_FOR_MS };
  known.set(provider.number, asked);
  asked.answer.catch(() => {
    asked.until = now().getTime() + SILENT_FOR_MS;
  });
  return asked.answer;
}

/** Each provider has its own, so that the answer of one cannot be taken for another's. */
export function callbackUrl({ number }: { number: number }): string {
  return `${env().APP_URL}/sign-in/oidc/${number === 1 ? "" : `${number}/`}callback`;
}

function isClientRefused(error: unknown): boolean {
  if (error instanceof WWWAuthenticateChallengeError) return error.status === 401;
  return error instanceof ResponseBodyError && /^(invalid|unauthorized)_client$/.test(error.error);
}

/** @returns what the operator has to correct; null: the person may try again */
export function misconfiguration(error: unknown, { number }: OidcProvider): string | null {
  const name = (setting: string) => numbered(setting, number);
  const issuer = otherIssuer(error);
  if (issuer !== null) return `${name("OIDC_ISSUER")} must be ${issuer}, as the provider names it`;
  if (isClientRefused(error))
    return `the provider refuses ${name("OIDC_CLIENT_ID")} or ${name("OIDC_CLIENT_SECRET")}`;
  if (error instanceof ClientError && error.code === "OAUTH_JWT_TIMESTAMP_CHECK_FAILED")
    return "the clocks of this server and of the provider differ by more than 5 minutes";
  return null;
}
