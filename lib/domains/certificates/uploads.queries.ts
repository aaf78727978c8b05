import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant, ProgramGrant } from "#lib/core/access/authorize.ts";
import { isAtHome } from "#lib/core/moves/queries.ts";
import { RANKS } from "#lib/domains/certificates/queries.ts";

/** The key is encrypted; times are wire times. */
type UploadedRow = {
  chain: string;
  private_key: string;
  issuer: string | null;
  serial: string;
  not_before: string;
  not_after: string;
};

export async function putUploaded(
  trx: Trx,
  { status_page_id }: PageGrant,
  name: string,
  uploaded: UploadedRow,
): Promise<void> {
  const values = { status_page_id, source: "uploaded", rank: RANKS.domain, ...uploaded };
  await trx
    .insertInto("certificates")
    .values({ name, ...values })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet({
        ...values,
        error: null,
        attempts: 0,
        directory_url: null,
        renew_at: null,
        order_url: null,
        order_key: null,
        claimed_by: null,
        claimed_until: null,
        changed_at: sql<string>`now()`,
      }),
    )
    .execute();
}

export async function hasUploaded(
  db: Db,
  { status_page_id }: PageGrant,
  name: string,
): Promise<boolean> {
  const found = await db
    .selectFrom("certificates")
    .select("id")
    .where("name", "=", name)
    .where("status_page_id", "=", status_page_id)
    .where("source", "=", "uploaded")
    .executeTakeFirst();
  return found !== undefined;
}

export async function deleteUploaded(
  trx: Trx,
  { status_page_id }: PageGrant,
  name: string,
): Promise<boolean> {
  const gone = await trx
    .deleteFrom("certificates")
    .where("name", "=", name)
    .where("status_page_id", "=", status_page_id)
    .where("source", "=", "uploaded")
    .returning("id")
    .executeTakeFirst();
  return gone !== undefined;
}

/** Whether the page still owns the name: it loses a name that it could not set up in time. */
export async function hasName(
  trx: Trx,
  { status_page_id }: PageGrant,
  name: string,
): Promise<boolean> {
  const found = await trx
    .selectFrom("addresses")
    .select("id")
    .where("status_page_id", "=", status_page_id)
    .where("name", "=", name)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether the domain is proven to lead here, so that a certificate may be ordered. */
export async function isProven(
  trx: Trx,
  { status_page_id }: PageGrant,
  name: string,
): Promise<boolean> {
  const found = await trx
    .selectFrom("domains")
    .select("id")
    .where("status_page_id", "=", status_page_id)
    .where("name", "=", name)
    .where("driver", "=", "edge")
    .where("proven_at", "is not", null)
    .where("phase", "in", ["configuring", "active"])
    .executeTakeFirst();
  return found !== undefined;
}

/** An uploaded certificate that expires within `days`; `not_after`: wire time. */
export type ExpiringCertificate = {
  status_page_id: number;
  name: string;
  not_after: string;
  days: number;
};

export async function listDueNotices(
  db: Db,
  _grant: ProgramGrant,
  limit: number,
): Promise<ExpiringCertificate[]> {
  const { rows } = await sql<ExpiringCertificate>`
    select c.status_page_id, c.name, c.not_after, stage.days
    from certificates as c cross join lateral (
      select min(days) as days from unnest(array[1, 7, 14, 30]) as days
      where c.not_after <= now() + days * interval '1 day'
    ) as stage
    where c.source = 'uploaded' and c.status_page_id is not null and c.not_after > now()
      and ${isAtHome("c.status_page_id")}
      and stage.days is not null and not exists (
        select from host_certificate_notices as notice
        where notice.name = c.name and notice.not_after = c.not_after and notice.days <= stage.days
      )
    order by c.id limit ${limit}`.execute(db);
  return rows;
}

/** @returns false if the notice was recorded before */
export async function recordNotice(
  trx: Trx,
  _grant: PageGrant,
  { name, not_after, days }: ExpiringCertificate,
): Promise<boolean> {
  const noted = await trx
    .insertInto("host_certificate_notices")
    .values({ name, not_after, days })
    .onConflict((conflict) => conflict.doNothing())
    .returning("days")
    .executeTakeFirst();
  return noted !== undefined;
}

export async function deleteOldNotices(db: Db, _grant: ProgramGrant): Promise<void> {
  await sql`
    delete from host_certificate_notices where not_after < now() - interval '1 day'`.execute(db);
}

export async function findExpiringCertificate(
  db: Db,
  { status_page_id }: PageGrant,
  before: string,
): Promise<{ name: string; not_after: string } | undefined> {
  const row = await db
    .selectFrom("certificates")
    .select(["name", "not_after"])
    .where("status_page_id", "=", status_page_id)
    .where("source", "=", "uploaded")
    .where("not_after", "<=", before)
    .orderBy("not_after")
    .executeTakeFirst();
  return row as { name: string; not_after: string } | undefined;
}
