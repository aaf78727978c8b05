import { authorize } from "#lib/core/access/authorize.ts";
import { merged } from "#lib/core/fields/json.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import type { ImageTarget } from "#lib/pages/images/put.ts";
import { deleteImageRows } from "#lib/pages/images/queries.ts";
import { updateStatusPageRow } from "#lib/pages/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

/**
 * Takes an image off a page, its last good copies included.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function deleteImage(ctx: Context, target: ImageTarget): Promise<void> {
  const grant = await authorize(ctx, "status_page.write", target);
  const { image } = target;
  await changePage(ctx, grant, async (trx, page, withdraw) => {
    if (!(await deleteImageRows(trx, grant, image))) throw notFound();
    const settings = merged(page.settings, { [image]: null });
    await updateStatusPageRow(trx, grant, { settings, updated_at: wireNow() });
    withdraw("content");
    return {
      result: undefined,
      audit: {
        action: "status_page.update",
        subject_id: grant.status_page_id,
        changes: { [image]: null },
      },
      events: [],
    };
  });
}
