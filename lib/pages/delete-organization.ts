import { authorize, authorizeOrganization } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { deleteOrganizationRow, lockOrganization } from "#lib/identity/organizations/queries.ts";
import { deleteStatusPage } from "#lib/pages/create.ts";
import { listSubdomains } from "#lib/pages/queries.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { log } from "#lib/platform/log.ts";

/**
 * Deletes an organization with its pages, keys, members' roles and audit log; accounts stay. Every
 * page is deleted by itself, so what was interrupted goes on when it is repeated.
 * @param typed the organization's name
 * @throws {AppError} `not_found`, `forbidden`, `invalid` on `confirm` for another name
 */
export async function deleteOrganization(
  ctx: Context,
  target: { organization_id: number },
  typed: string,
): Promise<void> {
  const grant = await authorizeOrganization(ctx, "organization.write", target);
  const subdomains = await listSubdomains(ctx.db, grant);
  for (const subdomain of subdomains)
    await authorize(ctx, "status_page.delete", { ...target, subdomain });
  const checkName = (name: string) => {
    if (typed.trim() !== name.trim()) throw invalid({ confirm: [{ code: "mismatch" }] });
  };
  await ctx.db.transaction().execute(async (trx) => {
    checkName((await lockOrganization(trx, grant)).name);
  });
  for (const subdomain of subdomains) await deleteStatusPage(ctx, { ...target, subdomain });
  await changeOrganization(ctx, grant, async (trx) => {
    const { id, name } = await lockOrganization(trx, grant);
    await deleteOrganizationRow(trx, grant);
    log().info({ organization_id: id, request_id: ctx.request_id }, "organization deleted");
    return {
      result: undefined,
      audit: { action: "organization.delete", subject_id: id, changes: { name } },
      events: [],
    };
  });
}
