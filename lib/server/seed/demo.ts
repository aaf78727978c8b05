import { authorize } from "#lib/core/access/authorize.ts";
import { newPassword } from "#lib/core/access/passwords.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import type { Context } from "#lib/core/request/context.ts";
import { notifyPageChanged } from "#lib/core/transaction/queries.ts";
import { createOrganizationKey } from "#lib/identity/api-keys/api-keys.ts";
import { createOrganization } from "#lib/identity/organizations/organizations.ts";
import { createUser } from "#lib/identity/users/users.ts";
import { createStatusPage } from "#lib/pages/create.ts";
import { CreateStatusPage } from "#lib/pages/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { HISTORY } from "#lib/server/demo/history.ts";
import { NOTICE, PRESENT } from "#lib/server/demo/present.ts";
import { RECENT } from "#lib/server/demo/recent.ts";
import { TREE } from "#lib/server/demo/services.ts";
import {
  writeDeliveries,
  writeMetrics,
  writeSubscribers,
  writeTools,
} from "#lib/server/seed/extras.ts";
import { minutesAfter } from "#lib/server/seed/shapes.ts";
import { idOf, writeIncidents, writeNotice, writeTree } from "#lib/server/seed/write.ts";
import { rebuildAllServiceDays } from "#lib/services/uptime/queries.ts";

type Admission = { organization_id: number; email: string; password: string; token: string };

async function admitOperator(
  ctx: Context,
  organization_id: number,
  email: string,
): Promise<Admission> {
  const password = newPassword();
  await createUser(ctx, { organization_id }, { email, name: "Admin", password, role: "owner" });
  const { token } = await createOrganizationKey(
    ctx,
    { organization_id },
    { name: "First key", role: "owner" },
  );
  return { organization_id, email, password, token };
}

export type Demo = Admission & { subdomain: string; service_id: number };

const AGE_MINUTES = 400 * 1440;
const SUBSCRIBED_MINUTES = 60 * 1440;

function pageInput(subdomain: string): CreateStatusPage {
  return parseInput(CreateStatusPage, {
    name: "Acme",
    url: "https://acme.example",
    time_zone: "Europe/Berlin",
    subdomain,
    support_email: "support@acme.example",
    about:
      "Acme runs online shops for two thousand merchants. This page is written by the people who keep them running.",
    display_about: true,
    current_incidents_position: "above_services",
    public_company_name: "Acme GmbH",
  });
}

/**
 * Adds the demo organization with its page, history and owner in one transaction. Nothing is sent.
 * @throws {AppError} `invalid` when the subdomain is taken
 */
export async function seedDemo(ctx: Context, subdomain: string, now = wireNow()): Promise<Demo> {
  return ctx.db.transaction().execute(async (trx) => {
    const inside = { ...ctx, db: trx };
    const organization = await createOrganization(inside, { name: "Acme (demo)" });
    const page = await createStatusPage(
      inside,
      { organization_id: organization.id },
      pageInput(subdomain),
    );
    const grant = await authorize(inside, "status_page.write", { subdomain: page.subdomain });
    const services = await writeTree(trx, grant, TREE, minutesAfter(now, -AGE_MINUTES));
    await writeIncidents(trx, grant, [...HISTORY, ...RECENT, ...PRESENT], services, now);
    await writeNotice(trx, grant, NOTICE, services, now);
    const serviceOf = (name: string) => idOf(services, name);
    await writeSubscribers(trx, grant, serviceOf, minutesAfter(now, -SUBSCRIBED_MINUTES));
    await writeMetrics(trx, grant, now);
    await writeDeliveries(trx, grant, await writeTools(trx, grant, serviceOf), now);
    await rebuildAllServiceDays(trx, grant);
    await notifyPageChanged(trx, grant.status_page_id);
    const admission = await admitOperator(
      inside,
      organization.id,
      `admin@${page.subdomain}.example`,
    );
    return { ...admission, subdomain: page.subdomain, service_id: services.get("Search") ?? 0 };
  });
}
