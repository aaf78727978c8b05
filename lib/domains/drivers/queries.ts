import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { ProgramGrant } from "#lib/core/access/authorize.ts";
import type { DomainTask } from "#lib/domains/driver.ts";

type Which = Pick<DomainTask, "id" | "name"> & { hostname_id: string };

/**
 * Whether a custom hostname is known beside a domain: by one that made it and leaves it, or by one
 * that does not.
 */
export async function isRemembered(
  db: Db,
  _grant: ProgramGrant,
  { id, name, hostname_id }: Which,
  { isLeaving }: { isLeaving: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    select from domains
    where name = ${name} and id <> ${id} and driver = 'cdn_a'
      and (phase = 'leaving') = ${isLeaving}
      -- one that died before it could note what it made knows it by the name
      and coalesce(state ->> 'hostname_id' = ${hostname_id}, ${isLeaving})
      and (not ${isLeaving} or (state ->> 'is_begun')::boolean)
    limit 1`.execute(db);
  return rows.length > 0;
}
