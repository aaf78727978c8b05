import { sql } from "kysely";
import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";

const ROOTS = [
  "Europe",
  "North America",
  "Asia",
  "Latin America and the Caribbean",
  "Oceania",
  "Africa",
  "Middle East",
  "Sites and services",
];

const CITIES =
  "Amsterdam,Ankara,Athens,Auckland,Bangkok,Berlin,Bogotá,Boston,Bratislava,Brisbane,Brussels,Bucharest,Budapest,Buenos Aires,Cairo,Calgary,Cape Town,Chicago,Copenhagen,Dakar,Dallas,Denver,Dubai,Dublin,Frankfurt,Geneva,Hamburg,Hanoi,Helsinki,Istanbul,Jakarta,Johannesburg,Kyiv,Lagos,Lima,Lisbon,London,Lyon,Madrid,Manila,Marseille,Melbourne,Mexico City,Miami,Milan,Montréal,Mumbai,Munich,Nairobi,Osaka,Oslo,Panama City,Paris,Perth,Porto,Prague,Quito,Riga,Rome,San José,Santiago,São Paulo,Seattle,Seoul,Singapore,Sofia,Stockholm,Sydney,Taipei,Tallinn,Tokyo,Toronto,Vancouver,Vienna,Vilnius,Warsaw,Wellington,Zagreb,Zürich".split(
    ",",
  );

/** Eight roots; the third has a quarter of all services, the others share the rest. */
export async function insertServices(trx: Trx, grant: PageGrant, count: number): Promise<void> {
  const page = grant.status_page_id;
  const biggest = Math.floor(count / 4);
  await sql`
    with roots as (
      insert into services (status_page_id, name, "order", display_uptime_graph,
        monitoring_options, inserted_at)
      select ${page}, name, number, true, '{}', now() - interval '10 years'
      from unnest(${ROOTS}::text[]) with ordinality as root (name, number)
      returning id, "order" as number
    ),
    leaves as (
      select leaf, case when leaf <= ${biggest} then 3
        else (array[1, 2, 4, 5, 6, 7, 8])[1 + leaf % 7] end as root,
        (${CITIES}::text[])[1 + leaf % ${CITIES.length}] as city,
        chr(65 + leaf * 7919 / 676 % 26) || chr(65 + leaf * 7919 / 26 % 26) || chr(65 + leaf *
          7919 % 26) as code
      from generate_series(1, ${count - ROOTS.length}::integer) as leaf
    )
    insert into services (status_page_id, parent_id, name, "order", display_uptime_graph,
      monitoring_options, inserted_at)
    select ${page}, roots.id, city || ' (' || code || ')', ${ROOTS.length} + leaf, true, '{}',
      now() - interval '10 years'
    from leaves join roots on roots.number = leaves.root
    order by leaf`.execute(trx);
}
