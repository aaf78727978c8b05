import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { deleteStatusPageRow } from "#lib/pages/queries.ts";
import type { OrganizationPageTarget } from "#lib/pages/read.ts";

/**
 * Deletes a page with everything on it.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function deleteStatusPage(
  ctx: Context,
  target: OrganizationPageTarget,
): Promise<void> {
  const grant = await authorize(ctx, "status_page.delete", target);
  await changePage(ctx, grant, async (trx, _page, withdraw) => {
    const { status_page_id: subject_id, subdomain } = grant;
    await deleteStatusPageRow(trx, grant);
    withdraw("page");
    return {
      result: undefined,
      audit: { action: "status_page.delete", subject_id, changes: { subdomain } },
      events: [],
    };
  });
}
