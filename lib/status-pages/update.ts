import type { Trx } from "#db/index.ts";
import { audit } from "#lib/audit/queries.ts";
import { authorize } from "#lib/auth/authorize.ts";
import { changePage } from "#lib/change.ts";
import { wireNow } from "#lib/clock.ts";
import type { Context } from "#lib/context.ts";
import { changeDomain } from "#lib/status-pages/domain-config.ts";
import { type LockedPage, updateStatusPageRow } from "#lib/status-pages/queries.ts";
import type { OrganizationPageTarget } from "#lib/status-pages/read.ts";
import { parseSettings, type StatusPage, type UpdateStatusPage } from "#lib/status-pages/schema.ts";
import { serializeStatusPage } from "#lib/status-pages/serialize.ts";
import { takeSubdomain } from "#lib/status-pages/take-subdomain.ts";
import { rebuildAllServiceDays } from "#lib/uptime/queries.ts";

function settingsAfter(stored: unknown, { domain_config, ...given }: Partial<UpdateStatusPage>): object {
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  const domain = changeDomain(parseSettings(stored).domain_config, domain_config);
  return { ...(stored as object), ...Object.fromEntries(set), domain_config: domain };
}

/**
 * Changes the given settings of a page. A new time zone recomputes its uptime: days begin elsewhere.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function updateStatusPage(ctx: Context, target: OrganizationPageTarget, input: UpdateStatusPage): Promise<StatusPage> {
  const grant = await authorize(ctx, "status_page.write", target);
  const change = async (trx: Trx, page: LockedPage) => {
    const { name, url, time_zone, subdomain, member_restricted, restricted_ips, ...settings } = input;
    if (subdomain && subdomain !== page.subdomain) await takeSubdomain(trx, subdomain, subdomain);
    const row = await updateStatusPageRow(trx, grant, {
      name,
      url,
      time_zone,
      subdomain,
      member_restricted,
      restricted_ips,
      settings: settingsAfter(page.settings, settings),
      updated_at: wireNow(),
    });
    if (row.time_zone !== page.time_zone) await rebuildAllServiceDays(trx, grant);
    await audit(trx, ctx, grant, { action: "status_page.update", subject_id: row.id, changes: input });
    return serializeStatusPage(row);
  };
  return changePage(ctx, grant, change, true);
}
