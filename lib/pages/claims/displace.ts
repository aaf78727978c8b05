import { authorizeJob, authorizeProgram } from "#lib/core/access/authorize.ts";
import { merged } from "#lib/core/fields/json.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { unchanged } from "#lib/core/transaction/outcome.ts";
import { findClaimant, giveUpName } from "#lib/pages/claims/queries.ts";
import { ownerRecord } from "#lib/pages/claims/token.ts";
import type { DomainConfig } from "#lib/pages/domain-config.ts";
import { tellOfDomain } from "#lib/pages/domain-event.ts";
import { isShownAt, type StatusPageRow, updateStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";

function failed(config: DomainConfig, name: string): DomainConfig {
  const error = `The TXT record ${ownerRecord(name)} says that ${name} belongs to another page.`;
  return { ...config, status: "failed_to_configure", error };
}

/**
 * Takes a name from the page that asked for it and is not shown there, whoever's it is, and tells
 * its owners. Only for a name whose own DNS says that it is somebody else's.
 * @returns whether the name may be had now
 */
export async function displaceClaim(asking: Context, name: string): Promise<boolean> {
  const ctx = systemContext(asking.db, "set-up-domains");
  const claimant = await findClaimant(ctx.db, authorizeProgram(ctx), name);
  const grant = claimant === undefined ? undefined : await authorizeJob(ctx, claimant);
  if (!grant) return false;
  return changePage(ctx, grant, async (trx, { settings }) => {
    const before = parseSettings(settings).domain_config;
    if (before.domain !== name || (await isShownAt(trx, grant, name))) return unchanged(false);
    const after = failed(before, name);
    const changed = merged(settings, { domain_config: after }) as StatusPageRow["settings"];
    const row = await updateStatusPageRow(trx, grant, { settings: changed });
    await giveUpName(trx, grant, name);
    return { result: true, ...(await tellOfDomain(trx, grant, row, { before, after })) };
  });
}
