import type { Db, Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { ImageFile } from "#lib/pages/images/encode.ts";
import type { ImageName } from "#lib/pages/images/schema.ts";

export async function findImageBody(
  db: Db,
  grant: PageGrant,
  file: string,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("images")
    .select("body")
    .where("status_page_id", "=", grant.status_page_id)
    .where("file", "=", file)
    .limit(1)
    .executeTakeFirst();
  return row?.body;
}

/** @returns whether there was one */
export async function deleteImageRows(
  trx: Trx,
  grant: PageGrant,
  image: ImageName,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("images")
    .where("status_page_id", "=", grant.status_page_id)
    .where("image", "=", image)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function insertImageRows(
  trx: Trx,
  grant: PageGrant,
  image: ImageName,
  files: readonly ImageFile[],
): Promise<void> {
  const { status_page_id } = grant;
  const rows = files.map(({ file, body }) => ({ status_page_id, image, file, body }));
  await trx.insertInto("images").values(rows).execute();
}
