import { database } from "#db/index.ts";
import { authorizeJob } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import type { DomainTask } from "#lib/domains/driver.ts";
import { findEnabledIntegration } from "#lib/pages/integrations/queries.ts";
import { env } from "#lib/platform/config/env.ts";
import { unsealIfOurs } from "#lib/platform/crypto/seal.ts";

const NAMES = { cdn_a: ["cdn_a", "cloudflare"], cdn_b: ["cdn_b", "bunny"] } as const;
type Cdn = keyof typeof NAMES;

/** Saved with the domain, so that it can be removed after its integration is deleted. */
type SavedAccess = { key_sealed: string; zone: string | null };

/** Credentials of a provider. `zone`: of cdn_a, an ID or a domain name. */
export type Access = { key: string; zone: string | null; saved: SavedAccess | null };

type AccessHolder = Pick<DomainTask, "status_page_id" | "state">;

async function accessOfIntegration(
  { status_page_id }: AccessHolder,
  cdn: Cdn,
): Promise<Access | null> {
  const ctx = systemContext(database(), "set-up-domains");
  const grant = status_page_id === null ? undefined : await authorizeJob(ctx, status_page_id);
  const row = grant && (await findEnabledIntegration(ctx.db, grant, NAMES[cdn]));
  if (!row?.key_sealed) return null;
  const { domain } = row.fields as { domain?: string | null };
  const zone = domain || env().CDN_A_ZONE || null;
  const { key_sealed } = row;
  return { key: unsealIfOurs(key_sealed) ?? "", zone, saved: { key_sealed, zone } };
}

function accessOfInstallation(cdn: Cdn): Access | null {
  const { CDN_A_KEY, CDN_A_ZONE, CDN_B_KEY } = env();
  const key = cdn === "cdn_a" ? CDN_A_KEY : CDN_B_KEY;
  return key ? { key, zone: CDN_A_ZONE ?? null, saved: null } : null;
}

/** The page's integration, else the environment's; null: neither has credentials. */
export async function findAccess(asker: AccessHolder, cdn: Cdn): Promise<Access | null> {
  return (await accessOfIntegration(asker, cdn)) ?? accessOfInstallation(cdn);
}

/** The credentials that set the domain up, else the current ones. */
export async function findSavedAccess(asker: AccessHolder, cdn: Cdn): Promise<Access | null> {
  const saved = asker.state.access as SavedAccess | null | undefined;
  const key = saved && unsealIfOurs(saved.key_sealed);
  return key ? { key, zone: saved.zone, saved } : findAccess(asker, cdn);
}
