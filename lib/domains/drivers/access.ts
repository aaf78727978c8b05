import { database } from "#db/index.ts";
import { authorizeJob } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import type { DomainTask } from "#lib/domains/driver.ts";
import { findEnabledIntegration } from "#lib/pages/integrations/queries.ts";
import { env } from "#lib/platform/config/env.ts";
import { unsealIfOurs } from "#lib/platform/crypto/seal.ts";

/** How integrations with each provider are called. */
const NAMES = { cdn_a: ["cdn_a", "cloudflare"], cdn_b: ["cdn_b", "bunny"] } as const;
type Cdn = keyof typeof NAMES;

/** As it is kept with a domain, so that it can be taken away once its integration is gone. */
type Kept = { key_sealed: string; zone: string | null };

/** What a provider is called with. `zone`: of cdn_a, an ID or a domain name. */
export type Access = { key: string; zone: string | null; kept: Kept | null };

type Asker = Pick<DomainTask, "status_page_id" | "state">;

async function ofIntegration({ status_page_id }: Asker, cdn: Cdn): Promise<Access | null> {
  const ctx = systemContext(database(), "set-up-domains");
  const grant = status_page_id === null ? undefined : await authorizeJob(ctx, status_page_id);
  const row = grant && (await findEnabledIntegration(ctx.db, grant, NAMES[cdn]));
  if (!row?.key_sealed) return null;
  const { domain } = row.fields as { domain?: string | null };
  const zone = domain || env().CDN_A_ZONE || null;
  const { key_sealed } = row;
  return { key: unsealIfOurs(key_sealed) ?? "", zone, kept: { key_sealed, zone } };
}

function ofInstallation(cdn: Cdn): Access | null {
  const { CDN_A_KEY, CDN_A_ZONE, CDN_B_KEY } = env();
  const key = cdn === "cdn_a" ? CDN_A_KEY : CDN_B_KEY;
  return key ? { key, zone: CDN_A_ZONE ?? null, kept: null } : null;
}

/** The page's integration, else what the environment names; null: neither has credentials. */
export async function findAccess(asker: Asker, cdn: Cdn): Promise<Access | null> {
  return (await ofIntegration(asker, cdn)) ?? ofInstallation(cdn);
}

/** The access by which a domain was set up, else as before. */
export async function findFormerAccess(asker: Asker, cdn: Cdn): Promise<Access | null> {
  const kept = asker.state.access as Kept | null | undefined;
  const key = kept && unsealIfOurs(kept.key_sealed);
  return key ? { key, zone: kept.zone, kept } : findAccess(asker, cdn);
}
