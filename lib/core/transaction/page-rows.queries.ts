import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from "kysely";
import { OWN_BYTES } from "#db/budget.ts";
import type { Db, Trx } from "#db/index.ts";
import type { DB } from "#db/types.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { invalid, notFound } from "#lib/platform/errors/errors.ts";

type PageTable = {
  [T in keyof DB]: DB[T] extends { id: unknown; status_page_id: number } ? T : never;
}[keyof DB];

// Answered fields without a column.
const NULLS_BYTES = 500;

/** Queries shared by all tables of a page's rows. */
export function pageRows<T extends PageTable>(table: T) {
  type Row = Selectable<DB[T]>;
  // One table stands for all: they have in common what is used here.
  const name = table as "webhooks";
  const all = (db: Db, grant: PageGrant) =>
    db.selectFrom(name).selectAll().where("status_page_id", "=", grant.status_page_id);
  const given = (row: unknown): Row => {
    if (!row) throw notFound();
    return row as Row;
  };
  return {
    async list(db: Db, grant: PageGrant): Promise<Row[]> {
      return (await all(db, grant).orderBy("id").execute()) as unknown as Row[];
    },
    /** Bytes of all rows as JSON. @param beside bytes answered beside a row, `found` */
    async bytes(db: Db, grant: PageGrant, beside: RawBuilder<number> = sql`0`): Promise<number> {
      const { rows } = await sql<{ total: number }>`
        select coalesce(sum(${OWN_BYTES} + ${beside} + ${sql.lit(NULLS_BYTES)}), 0) as total
        from ${all(db, grant)} as found`.execute(db);
      return rows[0]?.total ?? 0;
    },
    async exists(db: Db, grant: PageGrant, id: number): Promise<boolean> {
      const found = all(db, grant).clearSelect().select("id").where("id", "=", id);
      return (await found.executeTakeFirst()) !== undefined;
    },
    /** @throws {AppError} `not_found` */
    async get(db: Db, grant: PageGrant, id: number): Promise<Row> {
      return given(await all(db, grant).where("id", "=", id).executeTakeFirst());
    },
    /** Also blocks new references to the row. @throws {AppError} `not_found` */
    async lock(trx: Trx, grant: PageGrant, id: number): Promise<Row> {
      return given(await all(trx, grant).where("id", "=", id).forUpdate().executeTakeFirst());
    },
    /** The ids that belong to the page, locked against deletion. */
    async known(trx: Trx, grant: PageGrant, ids: readonly number[]): Promise<number[]> {
      if (ids.length === 0) return [];
      const rows = await all(trx, grant)
        .clearSelect()
        .select("id")
        .where("id", "in", ids)
        .forKeyShare()
        .execute();
      return rows.map((row) => row.id);
    },
    async insert(
      trx: Trx,
      grant: PageGrant,
      values: Omit<Insertable<DB[T]>, "status_page_id">,
    ): Promise<Row> {
      const row = { ...values, status_page_id: grant.status_page_id } as never;
      return given(await trx.insertInto(name).values(row).returningAll().executeTakeFirst());
    },
    /** @throws {AppError} `not_found` */
    async update(trx: Trx, grant: PageGrant, id: number, values: Updateable<DB[T]>): Promise<Row> {
      const query = trx.updateTable(name).set(values as never);
      return given(
        await query
          .where("status_page_id", "=", grant.status_page_id)
          .where("id", "=", id)
          .returningAll()
          .executeTakeFirst(),
      );
    },
    /** @returns what was deleted @throws {AppError} `not_found` */
    async remove(trx: Trx, grant: PageGrant, id: number): Promise<Row> {
      const query = trx.deleteFrom(name).where("status_page_id", "=", grant.status_page_id);
      return given(await query.where("id", "=", id).returningAll().executeTakeFirst());
    },
  };
}

/** Reads and deletes many rows of a page at once. */
export function pageRowBatches<T extends PageTable>(table: T) {
  const name = table as "webhooks";
  return {
    /** By id; unknown ids are left out. */
    async listByIds(
      db: Db,
      grant: PageGrant,
      ids: readonly number[],
    ): Promise<Selectable<DB[T]>[]> {
      if (ids.length === 0) return [];
      const query = db.selectFrom(name).selectAll().where("id", "in", ids).orderBy("id");
      const rows = await query.where("status_page_id", "=", grant.status_page_id).execute();
      return rows as unknown as Selectable<DB[T]>[];
    },
    async removeAll(trx: Trx, grant: PageGrant, ids: readonly number[]): Promise<void> {
      if (ids.length === 0) return;
      const query = trx.deleteFrom(name).where("status_page_id", "=", grant.status_page_id);
      await query.where("id", "in", ids).execute();
    },
  };
}

const { known: listKnownServiceIds } = pageRows("services");

/** @throws {AppError} `invalid` on a field unless all are services of the page */
export async function checkKnown(
  trx: Trx,
  grant: PageGrant,
  serviceIds: readonly number[],
  field = "service_ids",
): Promise<void> {
  const known = await listKnownServiceIds(trx, grant, serviceIds);
  if (known.length < serviceIds.length) throw invalid({ [field]: [{ code: "unknown" }] });
}

/** Renumbers rows for a new sequence, as close to the old numbers as possible. */
export function ordersOf(rows: readonly { id: number; order: number }[]): Map<number, number> {
  const sorted = rows.map(({ order }) => order).toSorted((a, b) => a - b);
  let last = 0;
  const orders = rows.map(({ id }, index): [number, number] => {
    last = Math.max(last + 1, sorted[index] ?? 0);
    return [id, last];
  });
  return new Map(orders);
}
