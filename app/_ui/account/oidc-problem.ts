import { requestContext } from "#lib/core/request/context.ts";
import { misconfiguration } from "#lib/identity/oidc/provider.ts";
import type { OidcProvider } from "#lib/platform/config/oidc-settings.ts";
import { log } from "#lib/platform/log.ts";

/** The query by which the sign-in page says what went wrong, and at which provider. */
export function problemAt(
  { number }: OidcProvider,
  oidc: string,
): Record<string, string> & { oidc: string } {
  return number === 1 ? { oidc } : { oidc, provider: String(number) };
}

/** Logs the error, with what the operator has to correct. @returns the query */
export function logProblem(error: unknown, provider: OidcProvider, otherwise: string) {
  const reason = misconfiguration(error, provider);
  const { request_id } = requestContext();
  const known = { err: error, provider: provider.name, request_id };
  if (reason === null) {
    log().warn(known, `the OpenID provider's answer is no use: ${otherwise}`);
    return problemAt(provider, otherwise);
  }
  log().error(known, `single sign-on is set up wrongly: ${reason}`);
  return problemAt(provider, "misconfigured");
}
