import { authorize } from "#lib/core/access/authorize.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import type { Context } from "#lib/core/request/context.ts";
import { notifyPageChanged } from "#lib/core/transaction/queries.ts";
import { createOrganization } from "#lib/identity/organizations/organizations.ts";
import { createStatusPage } from "#lib/pages/create.ts";
import { CreateStatusPage } from "#lib/pages/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { HISTORY } from "#lib/server/demo/history.ts";
import { NOTICE, PRESENT } from "#lib/server/demo/present.ts";
import { RECENT } from "#lib/server/demo/recent.ts";
import { TREE } from "#lib/server/demo/tree.ts";
import { writeDeliveries, writeSubscribers } from "#lib/server/seed/audience.ts";
import { writeMetrics, writeTools } from "#lib/server/seed/explore.ts";
import { type Admission, admitOperator } from "#lib/server/seed/operator.ts";
import { minutesAfter } from "#lib/server/seed/story.ts";
import { idOf, writeNotice, writeStories, writeTree } from "#lib/server/seed/write.ts";
import { rebuildAllServiceDays } from "#lib/services/uptime/queries.ts";

/** What the operator of a seeded page needs; the secrets are shown once. */
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
 * Adds a demo organization: one page with a tree of services, ninety days of history relative to
 * now, a running incident, an upcoming maintenance and a notice, subscribers with a log of
 * deliveries, metrics, templates, a webhook, an access group, an owner and an owner's key. Nothing
 * is sent. One transaction: all of it or nothing.
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
    await writeStories(trx, grant, [...HISTORY, ...RECENT, ...PRESENT], services, now);
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
