import { sql } from "kysely";
import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { pick } from "#lib/server/large-seed/random.ts";

const FOUND = [
  "A faulty line card in one of our routers drops packets. We are moving traffic away from it.",
  "One of our transit providers has trouble in this region. We have re-routed traffic.",
  "A release used more memory than expected. We are taking it back.",
];
const SAFE_METHODS =
  "We are investigating reports from this location. Traffic elsewhere is not affected.";
const DONE = "Everything works as usual again.";
const PLANNED =
  "We are replacing a router. Traffic is re-routed; it may take a few milliseconds longer.";

/** Tells of every incident of the page: three updates of one that has ended, one of the others. */
export async function insertUpdates(trx: Trx, grant: PageGrant, seed: number): Promise<void> {
  const page = grant.status_page_id;
  await sql`
    with numbered as (
      select *, severity = 'scheduled' as planned, row_number() over (order by id) as number
        from incidents where status_page_id = ${page}
    )
    insert into incident_updates (status_page_id, incident_id, type, description, posted_at,
      inserted_at, updated_at)
    select ${page}, numbered.id, told.type, told.text, told.at, told.at, told.at
    from numbered cross join lateral (values
      ('investigating', ${SAFE_METHODS}, case when not planned then starts_at end),
      ('identified', ${pick(FOUND, sql`number`, 7, seed)}, case when not planned then starts_at + (ends_at - starts_at) * 0.3 end),
      ('resolved', ${DONE}, case when not planned then ends_at end),
      ('scheduled', ${PLANNED}, case when planned then starts_at - interval '7 days' end)
    ) as told (type, text, at)
    where told.at is not null
    order by numbered.id, told.at`.execute(trx);
}
