import { type Selectable, sql, type Updateable } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { Integrations } from "#db/types.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { pageRows } from "#lib/core/transaction/page-rows.queries.ts";

export type IntegrationRow = Selectable<Integrations>;

export const {
  list: listIntegrationRows,
  get: getIntegrationRow,
  lock: lockIntegration,
  known: listKnownIntegrationIds,
  insert: insertIntegration,
  remove: deleteIntegrationRow,
} = pageRows("integrations");
type Columns = Omit<Updateable<Integrations>, "fields" | "settings"> & {
  fields: object;
  settings: object;
};

/** Fields and settings are merged with the stored ones. */
export async function updateIntegrationRow(
  trx: Trx,
  grant: PageGrant,
  integrationId: number,
  { fields, settings, ...values }: Columns,
): Promise<IntegrationRow> {
  return trx
    .updateTable("integrations")
    .set({
      ...values,
      fields: sql`fields || ${fields}::jsonb`,
      settings: sql`settings || ${settings}::jsonb`,
    })
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", integrationId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Success is recorded only after a failure. */
export async function recordHealth(
  trx: Trx,
  grant: PageGrant,
  integrationId: number,
  { checked_at, last_error }: { checked_at: string; last_error: string | null },
): Promise<void> {
  await trx
    .updateTable("integrations")
    .set({ checked_at, last_error })
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", integrationId)
    .where((eb) => (last_error === null ? eb("last_error", "is not", null) : eb.val(true)))
    .execute();
}

/** The newest enabled integration of these kinds. */
export async function findEnabledIntegration(
  db: Db,
  grant: PageGrant,
  names: readonly string[],
): Promise<IntegrationRow | undefined> {
  return db
    .selectFrom("integrations")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .where("name", "in", names)
    .where(sql<boolean>`settings @> '{"enabled": true}'`)
    .orderBy("id", "desc")
    .executeTakeFirst();
}
