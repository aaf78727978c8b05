import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import { openPage } from "#lib/core/access/gate.ts";
import { merged } from "#lib/core/fields/json.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { encodeImage } from "#lib/pages/images/encode.ts";
import { deleteImageRows, findImageBody, insertImageRows } from "#lib/pages/images/queries.ts";
import { type Image, type ImageName, imageUrl } from "#lib/pages/images/schema.ts";
import { updateStatusPageRow } from "#lib/pages/queries.ts";
import type { OrganizationPageTarget } from "#lib/pages/read.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

type ImageTarget = OrganizationPageTarget & { image: ImageName };

/** @param bytes PNG, JPEG, WebP, GIF, AVIF, SVG or ICO @throws {AppError} `invalid`, `unavailable`, … */
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

/** An image for visitors, behind the page's gate. @throws {AppError} `not_found`, `forbidden` */
export async function loadImage(
  ctx: Context,
  target: PageTarget & { file: string },
): Promise<Buffer> {
  const grant = await openPage(ctx, target);
  const body = await findImageBody(ctx.db, grant, target.file);
  if (!body) throw notFound();
  return body;
}

export function contentTypeOf(file: string): string {
  return `image/${file.split(".").at(-1)}`;
}

/** Also drops cached copies. @throws {AppError} `not_found`, `forbidden` */
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
