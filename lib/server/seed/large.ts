import { sql } from "kysely";
import { authorize } from "#lib/core/access/authorize.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import type { Context } from "#lib/core/request/context.ts";
import { notifyPageChanged } from "#lib/core/transaction/queries.ts";
import { createOrganizationKey } from "#lib/identity/api-keys/api-keys.ts";
import { createOrganization } from "#lib/identity/organizations/organizations.ts";
import { createStatusPage } from "#lib/pages/create.ts";
import { CreateStatusPage } from "#lib/pages/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { insertHistory } from "#lib/server/large-seed/incidents.ts";
import { insertServices } from "#lib/server/large-seed/services.ts";
import { rebuildAllServiceDays } from "#lib/services/uptime/queries.ts";

export type Large = {
  services: number;
  incidents: number;
  /** Over how many days until now they are spread. */
  days: number;
  /** The same seed makes the same page, but for the time. */
  seed: number;
  subdomain: string;
};

const MAINTENANCES = 12;
const TABLES = ["services", "incidents", "incident_services", "incident_updates", "service_days"];

/**
 * Adds an organization with one page as a large network's: many services in eight regions and a
 * long history. One transaction.
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
    // A busy machine may take its time: nobody waits for an answer.
    await sql`set local statement_timeout = 0`.execute(trx);
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
