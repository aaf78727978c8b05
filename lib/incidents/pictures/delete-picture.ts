import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { NO_NEWS } from "#lib/core/transaction/outcome.ts";
import { deletePictureRow } from "#lib/incidents/pictures/queries.ts";
import { imagePath } from "#lib/pages/images/schema.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

/**
 * Texts that show it say its words instead. Also drops cached copies.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function deletePicture(
  ctx: Context,
  target: PageTarget & { file: string },
): Promise<void> {
  const grant = await authorize(ctx, "incident.write", target);
  const { file } = target;
  await changePage(ctx, grant, async (trx, _page, withdraw) => {
    const subject_id = await deletePictureRow(trx, grant, file);
    if (subject_id === undefined) throw notFound();
    withdraw("content");
    return {
      result: undefined,
      audit: { action: "picture.delete", subject_id, changes: { address: imagePath(file) } },
      events: NO_NEWS,
    };
  });
}
