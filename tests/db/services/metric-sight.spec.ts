import type { Db } from "#db/index.ts";
import { authorize } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { deleteService } from "#lib/incidents/delete-service.ts";
import { listCharts } from "#lib/services/metric-entries/read.ts";
import { addToGroup } from "#tests/support/data/access-groups.ts";
import { visitorGrant } from "#tests/support/data/incidents.ts";
import { mintMetric } from "#tests/support/data/metrics.ts";
import {
  mintOrganization,
  mintService,
  mintUser,
  type PageOptions,
} from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

/** shop ─ cart, vault (private) ─ safe: a metric for each, and one without a service. */
async function measured(db: Db, options: PageOptions = {}) {
  const { id: organization_id, page } = await mintOrganization(db, options);
  const shop = await mintService(db, page.id);
  const cart = await mintService(db, page.id, { parent_id: shop });
  const vault = await mintService(db, page.id, { private: true });
  const safe = await mintService(db, page.id, { parent_id: vault });
  const fed = { cart, vault, safe, whole: null, shop };
  const shown = { enabled: true, visible: true };
  for (const [title, service_id] of Object.entries(fed))
    await mintMetric(db, page.id, { ...shown, title, service_id });
  return { organization_id, page, ...fed };
}

type Grant = Awaited<ReturnType<typeof visitorGrant>>;

async function titles(db: Db, grant: Grant, limit = 10): Promise<string[]> {
  return (await listCharts(db, grant, {}, limit)).map(({ metric }) => metric.title);
}

test("the metric of a private service, or of one below it, is on no page", async ({ database }) => {
  const { organization_id, page } = await measured(database);
  const grant = await visitorGrant(database, page.subdomain);
  expect(await titles(database, grant)).toEqual(["cart", "whole", "shop"]);
  expect(await titles(database, grant, 2)).toEqual(["cart", "whole"]);
  const editor = await mintUser(database, organization_id, "editor");
  const actor = { kind: "user", user_id: editor.id, api_key_id: null } as const;
  const ctx = { ...systemContext(database, "test"), actor };
  const own = await authorize(ctx, "page.visit", { subdomain: page.subdomain });
  expect(await titles(database, own)).toEqual(["cart", "whole", "shop"]);
});

test("a viewer in access groups sees the metrics of their services, and those without one", async ({
  database,
}) => {
  const { organization_id, page, cart } = await measured(database, { member_restricted: true });
  const viewer = await mintUser(database, organization_id, "viewer");
  await addToGroup(database, page.id, cart, viewer.id);
  const actor = { kind: "user", user_id: viewer.id, api_key_id: null } as const;
  const ctx = { ...systemContext(database, "test"), actor };
  const grant = await authorize(ctx, "page.visit", { subdomain: page.subdomain });
  expect(await titles(database, grant)).toEqual(["cart", "whole"]);
});

test("deleting a hidden service does not show its metric; one that everybody saw keeps it", async ({
  database,
}) => {
  const { page, vault, cart } = await measured(database);
  const ctx = systemContext(database, "test");
  for (const service_id of [vault, cart])
    await deleteService(ctx, { subdomain: page.subdomain, service_id });
  const grant = await visitorGrant(database, page.subdomain);
  expect(await titles(database, grant)).toEqual(["cart", "whole", "shop"]);
});
