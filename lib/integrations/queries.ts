import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { Integrations } from "#db/types.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { notFound } from "#lib/errors.ts";

export type IntegrationRow = Selectable<Integrations>;
type Columns = Omit<Updateable<Integrations>, "fields" | "settings"> & { fields: object; settings: object };

export async function listIntegrationRows(db: Db, grant: PageGrant): Promise<IntegrationRow[]> {
  return db.selectFrom("integrations").selectAll().where("status_page_id", "=", grant.status_page_id).orderBy("id").execute();
}

/** @throws {AppError} `not_found` */
export async function getIntegrationRow(db: Db, grant: PageGrant, integrationId: number): Promise<IntegrationRow> {
  const row = await db
    .selectFrom("integrations")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", integrationId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** @throws {AppError} `not_found` */
export async function lockIntegration(trx: Trx, grant: PageGrant, integrationId: number): Promise<IntegrationRow> {
  const row = await trx
    .selectFrom("integrations")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", integrationId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export async function insertIntegration(
  trx: Trx,
  grant: PageGrant,
  values: Omit<Insertable<Integrations>, "status_page_id">,
): Promise<IntegrationRow> {
  return trx
    .insertInto("integrations")
    .values({ ...values, status_page_id: grant.status_page_id })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes an integration; of its fields and settings only those that are given. */
export async function updateIntegrationRow(
  trx: Trx,
  grant: PageGrant,
  integrationId: number,
  { fields, settings, ...values }: Columns,
): Promise<IntegrationRow> {
  return trx
    .updateTable("integrations")
    .set({ ...values, fields: sql`fields || ${fields}::jsonb`, settings: sql`settings || ${settings}::jsonb` })
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", integrationId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteIntegrationRow(trx: Trx, grant: PageGrant, integrationId: number): Promise<void> {
  await trx.deleteFrom("integrations").where("status_page_id", "=", grant.status_page_id).where("id", "=", integrationId).execute();
}

/** Whether it is an integration of the page; it then stays one until the transaction ends. */
export async function isKnownIntegration(trx: Trx, grant: PageGrant, integrationId: number): Promise<boolean> {
  const found = await trx
    .selectFrom("integrations")
    .select("id")
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", integrationId)
    .forKeyShare()
    .executeTakeFirst();
  return found !== undefined;
}
