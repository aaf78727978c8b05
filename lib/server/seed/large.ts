import { sql } from "kysely";
import type { Trx } from "#db/index.ts";
import { authorize, type PageGrant } from "#lib/core/access/authorize.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import type { Context } from "#lib/core/request/context.ts";
import { allowLongStatements, notifyPageChanged } from "#lib/core/transaction/queries.ts";
import { createOrganizationKey } from "#lib/identity/api-keys/api-keys.ts";
import { createOrganization } from "#lib/identity/organizations/organizations.ts";
import { createStatusPage } from "#lib/pages/create.ts";
import { CreateStatusPage } from "#lib/pages/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { insertHistory } from "#lib/server/seed/large-history.ts";
import { rebuildAllServiceDays } from "#lib/services/uptime/queries.ts";

export type Large = {
  services: number;
  incidents: number;
  days: number;
  /** The same seed gives the same page, apart from times. */
  seed: number;
  subdomain: string;
};

const MAINTENANCES = 12;
const TABLES = [
  "services",
  "incidents",
  "incident_services",
  "incident_impacts",
  "incident_updates",
  "service_days",
];

/**
 * Adds an organization with a page of many services and a long history, in one transaction.
 * @throws {AppError} `invalid` when the subdomain is taken
 */
export async function seedLarge(
  ctx: Context,
  options: Large,
): Promise<{ organization_id: number; subdomain: string; token: string }> {
  const { services, incidents, days, seed, subdomain } = options;
  const input = parseInput(CreateStatusPage, {
    name: "Large",
    url: "https://large.example",
    time_zone: "Europe/Berlin",
    subdomain,
  });
  return ctx.db.transaction().execute(async (trx) => {
    // No client waits for an answer.
    await allowLongStatements(trx);
    const inside = { ...ctx, db: trx };
    const { id: organization_id } = await createOrganization(inside, { name: "Large" });
    const page = await createStatusPage(inside, { organization_id }, input);
    const grant = await authorize(inside, "status_page.write", { subdomain: page.subdomain });
    await insertServices(trx, grant, services);
    await insertHistory(trx, grant, { count: incidents, days, seed, now: wireNow() }, MAINTENANCES);
    await sql`analyze ${sql.join(TABLES.map((name) => sql.table(name)))}`.execute(trx);
    await rebuildAllServiceDays(trx, grant);
    await sql`analyze service_days`.execute(trx);
    await notifyPageChanged(trx, grant.status_page_id);
    const { token } = await createOrganizationKey(
      inside,
      { organization_id },
      { name: "First key", role: "admin" },
    );
    return { organization_id, subdomain: page.subdomain, token };
  });
}

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

async function insertServices(trx: Trx, grant: PageGrant, count: number): Promise<void> {
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
