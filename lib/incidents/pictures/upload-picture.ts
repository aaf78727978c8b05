import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import { pageUrl } from "#lib/core/addresses/url.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { lockPage } from "#lib/core/transaction/queries.ts";
import { assertBelowLimit } from "#lib/core/transaction/record-limits.ts";
import { countPictures, insertPicture } from "#lib/incidents/pictures/queries.ts";
import { MAX_PICTURES, type Picture } from "#lib/incidents/pictures/schema.ts";
import { encodeImage } from "#lib/pages/images/encode.ts";
import { imagePath } from "#lib/pages/images/schema.ts";

/** @param bytes PNG, JPEG, WebP, GIF, AVIF, SVG or ICO @throws {AppError} `invalid`, `unavailable`, … */
export async function uploadPicture(
  ctx: Context,
  target: PageTarget,
  bytes: Buffer,
): Promise<Picture> {
  const grant = await authorize(ctx, "incident.write", target);
  const { stored, files } = await encodeImage("update", bytes, String(grant.organization_id));
  const { file, width, height } = stored;
  return changeRecords(ctx, grant, async (trx) => {
    const page = await lockPage(trx, grant);
    assertBelowLimit(page, await countPictures(trx, grant), MAX_PICTURES);
    let subject_id = 0;
    for (const drawn of files) subject_id = await insertPicture(trx, grant, drawn);
    const address = imagePath(file);
    return {
      result: { address, url: pageUrl(grant) + address, width, height },
      audit: { action: "picture.create", subject_id, changes: { address, width, height } },
      events: [],
    };
  });
}
