import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant, ProgramGrant } from "#lib/core/access/authorize.ts";
import type { ImageFile } from "#lib/pages/images/encode.ts";
import { wireNow } from "#lib/platform/clock.ts";

const image = "update";

type Use = { count: number; bytes: number };

export async function measurePictures(trx: Trx, { status_page_id }: PageGrant): Promise<Use> {
  return trx
    .selectFrom("images")
    .select(sql<number>`count(*)::int`.as("count"))
    .select(sql<number>`coalesce(sum(octet_length(body)), 0)::float8`.as("bytes"))
    .where("status_page_id", "=", status_page_id)
    .where("image", "=", image)
    .executeTakeFirstOrThrow();
}

/** @returns its id; undefined: there is none */
export async function deletePictureRow(
  trx: Trx,
  { status_page_id }: PageGrant,
  file: string,
): Promise<number | undefined> {
  const deleted = await trx
    .deleteFrom("images")
    .where("status_page_id", "=", status_page_id)
    .where("image", "=", image)
    .where("file", "=", file)
    .returning("id")
    .executeTakeFirst();
  return deleted?.id;
}

/** The same picture again counts as new. @returns its id */
export async function insertPicture(
  trx: Trx,
  { status_page_id }: PageGrant,
  { file, body }: ImageFile,
): Promise<number> {
  const inserted_at = wireNow();
  const { id } = await trx
    .insertInto("images")
    .values({ status_page_id, image, file, body, inserted_at })
    .onConflict((same) =>
      same.columns(["status_page_id", "file", "image"]).doUpdateSet({ inserted_at }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function listPagesWithPictures(
  db: Db,
  _grant: ProgramGrant,
  before: string,
): Promise<number[]> {
  const rows = await db
    .selectFrom("images")
    .select("status_page_id")
    .distinct()
    .where("image", "=", image)
    .where("inserted_at", "<", before)
    .execute();
  return rows.map(({ status_page_id }) => status_page_id);
}

/** Deletes what was uploaded before and no text of the page names, drafts included. */
export async function deleteUnusedPictures(
  db: Db,
  _grant: ProgramGrant,
  { page, before }: { page: number; before: string },
): Promise<void> {
  await sql`
    with texts as (
      select description || translations::text as text from incident_updates
      where status_page_id = ${page}
      union all select description || translations::text from info_notice_updates
      where status_page_id = ${page}
      union all select description || translations::text from incident_templates
      where status_page_id = ${page}
      union all select coalesce(description, '') || translations::text from services
      where status_page_id = ${page}
      union all select postmortem from incidents where status_page_id = ${page}
      union all select fields::text from incident_drafts where status_page_id = ${page}
      union all select fields::text from maintenance_series where status_page_id = ${page}
      union all select kept::text from deleted_updates where status_page_id = ${page}
      union all select settings::text from status_pages where id = ${page}
    ), used as (
      select found[1] as file from texts
      cross join lateral regexp_matches(text, '/images/([0-9a-f]{40}-[0-9]+x[0-9]+[.]webp)', 'g') as found
      where text like '%/images/%'
    )
    delete from images where status_page_id = ${page} and image = ${image}
      and inserted_at < ${before} and file not in (select file from used)`.execute(db);
}
