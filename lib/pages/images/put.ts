import { authorize } from "#lib/core/access/authorize.ts";
import { merged } from "#lib/core/fields/json.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { encodeImage } from "#lib/pages/images/encode.ts";
import { deleteImageRows, insertImageRows } from "#lib/pages/images/queries.ts";
import type { Image } from "#lib/pages/images/schema.ts";
import { type ImageName, imageUrl } from "#lib/pages/images.ts";
import { updateStatusPageRow } from "#lib/pages/queries.ts";
import type { OrganizationPageTarget } from "#lib/pages/read.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";

export type ImageTarget = OrganizationPageTarget & { image: ImageName };

/**
 * Gives a page its logo, the logo's dark variant, the picture behind its header, or its icon.
 * @param bytes of a PNG, JPEG, WebP, GIF or AVIF file
 * @throws {AppError} `not_found`, `forbidden`, `invalid` for what is no such picture, `unavailable`
 */
export async function putImage(ctx: Context, target: ImageTarget, bytes: Buffer): Promise<Image> {
  const grant = await authorize(ctx, "status_page.write", target);
  const { image } = target;
  const { stored, files } = await encodeImage(image, bytes, String(grant.organization_id));
  return changePage(ctx, grant, async (trx, page, withdraw) => {
    if (await deleteImageRows(trx, grant, image)) withdraw("content");
    await insertImageRows(trx, grant, image, files);
    const settings = merged(page.settings, { [image]: stored });
    await updateStatusPageRow(trx, grant, { settings, updated_at: wireNow() });
    const { width, height } = stored;
    return {
      result: { image, url: imageUrl({ address: page.subdomain }, stored) ?? "", width, height },
      audit: {
        action: "status_page.update",
        subject_id: grant.status_page_id,
        changes: { [image]: stored },
        before: parseSettings(page.settings),
      },
      events: [],
    };
  });
}
