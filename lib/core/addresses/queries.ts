import { type RawBuilder, sql } from "kysely";
import type { Trx } from "#db/index.ts";

/** Expects the query to call the page `page`. */
export function primaryAddress(): RawBuilder<string> {
  return sql<string>`(
    select a.name from addresses as a where a.status_page_id = page.id and a.is_primary
  )`;
}

export function pageShownAt(name: string): RawBuilder<number> {
  return sql<number>`(select a.status_page_id from addresses as a where a.name = ${name} and a.is_active)`;
}

/** Includes former names that nobody else took. */
export function pageNamed(name: string): RawBuilder<number> {
  return sql<number>`(select a.status_page_id from addresses as a where a.name = ${name})`;
}

/** No other transaction takes or releases a name until this one ends. */
export async function lockNames(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('allclear.subdomains'))`.execute(trx);
}

/** @param own the page whose own names do not count */
export async function listTakenNames(
  trx: Trx,
  { base, own, now }: { base: string; own: number | null; now: string },
): Promise<Set<string>> {
  const rows = await trx
    .selectFrom("addresses")
    .select("name")
    .where((eb) => eb.or([eb("name", "=", base), eb("name", "like", `${base}-%`)]))
    .where((eb) => eb.or([eb("redirects_until", "is", null), eb("redirects_until", ">", now)]))
    .where("status_page_id", "is distinct from", own)
    .execute();
  return new Set(rows.map((row) => row.name));
}
