import { authorizeUser, type UserTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { findProvider } from "#lib/identity/oidc/provider.ts";
import { listIssuers } from "#lib/identity/oidc/queries.ts";
import { beginVisit } from "#lib/identity/oidc/visit.ts";
import { requireProofOrFirst } from "#lib/identity/profile/prove.ts";
import { env } from "#lib/platform/config/env.ts";
import { isSameIssuer, type OidcProvider } from "#lib/platform/config/oidc-settings.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

export type Connection = Pick<OidcProvider, "number" | "name"> & { is_connected: boolean };

/** The providers of this server. @throws {AppError} `not_found` unless it is the caller's own */
export async function listConnections(ctx: Context, target: UserTarget): Promise<Connection[]> {
  const { user_id } = await authorizeUser(ctx, target);
  const issuers = await listIssuers(ctx.db, user_id);
  return env().OIDC_PROVIDERS.map(({ number, name, ...provider }) => ({
    number,
    name,
    is_connected: issuers.some((issuer) => isSameIssuer(issuer, provider.issuer)),
  }));
}

/**
 * A visit that connects the caller's account with whoever comes back from the provider.
 * @throws {AppError} `not_found`; `forbidden` where a password is not enough
 * @throws when the provider does not answer
 */
export async function beginConnection(
  ctx: Context,
  target: UserTarget & { provider: number },
  path: string,
): Promise<{ url: string; kept: string }> {
  const grant = await authorizeUser(ctx, target);
  await requireProofOrFirst(ctx, grant);
  const provider = findProvider(target.provider);
  if (!provider) throw notFound();
  return beginVisit(provider, { path, user_id: grant.user_id });
}
