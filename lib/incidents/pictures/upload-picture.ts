import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import { pageUrl } from "#lib/core/addresses/url.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { lockPage } from "#lib/core/transaction/queries.ts";
import { assertBelowLimit } from "#lib/core/transaction/record-limits.ts";
import { insertPicture, measurePictures } from "#lib/incidents/pictures/queries.ts";
import { MAX_PICTURES, MAX_PICTURES_MIB, type Picture } from "#lib/incidents/pictures/schema.ts";
import { encodeImage, type ImageFile } from "#lib/pages/images/encode.ts";
import { imagePath } from "#lib/pages/images/schema.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { MIB } from "#lib/platform/http/protocol.ts";

/** @param used bytes @throws {AppError} `invalid` on `base` */
export function assertRoom(used: number, files: readonly Pick<ImageFile, "body">[]): void {
  const added = files.reduce((sum, { body }) => sum + body.length, 0);
  if (used + added <= MAX_PICTURES_MIB * MIB) return;
  const values = { max: MAX_PICTURES_MIB, used: Math.ceil(used / MIB) };
  throw invalid({ base: [{ code: "pictures_full", values }] });
}

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
    const { count, bytes: used } = await measurePictures(trx, grant);
    assertBelowLimit(page, count, MAX_PICTURES);
    assertRoom(used, files);
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
