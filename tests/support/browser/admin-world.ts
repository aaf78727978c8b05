import type { Db } from "#db/index.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { seedDemo } from "#lib/server/seed/demo.ts";
import { test as base } from "#tests/support/browser/admin.ts";
import { addressOf } from "#tests/support/browser/admin-screens.ts";
import { mintIncident } from "#tests/support/data/incidents.ts";
import { type MintedUser, mintUser } from "#tests/support/data/mint.ts";
import { type Ids, sampleIds } from "#tests/support/data/samples.ts";
import { mintSubscription } from "#tests/support/data/subscriptions.ts";
import { oncePerWorker } from "#tests/support/server/per-worker.ts";

/** The demo page with one more of everything, so that no screen is empty. */
export type World = {
  organization_id: number;
  page_id: number;
  owner: MintedUser;
  ids: Ids;
  /** The address of a screen. */
  at: (folder: string) => string;
};

async function worldOf(database: Db, name: string): Promise<World> {
  const demo = await seedDemo(systemContext(database, "test"), name);
  const page = await database
    .selectFrom("status_pages")
    .selectAll()
    .where("subdomain", "=", demo.subdomain)
    .executeTakeFirstOrThrow();
  const { id, organization_id, subdomain } = page;
  const more = { languages: ["en", "de"], custom_incident_types_enabled: true };
  await database
    .updateTable("status_pages")
    .set({ settings: JSON.stringify({ ...(page.settings as object), ...more }) })
    .where("id", "=", id)
    .execute();
  const ids = await sampleIds(database, {
    id: organization_id,
    page: { id, subdomain, name: page.name },
  });
  await mintSubscription(database, id, { email: "ada@customer.example" });
  const maintenance_id = await mintIncident(database, id, {
    severity: "scheduled",
    starts_at: later(wireNow(), 86_400),
    ends_at: later(wireNow(), 90_000),
    service_ids: [demo.service_id],
  });
  const owner = await mintUser(database, organization_id, "owner");
  const planned = { ...ids, incident_id: maintenance_id };
  const at = (folder: string) =>
    addressOf(folder, folder.includes("/maintenance/") ? planned : ids);
  return { organization_id, page_id: id, owner, ids, at };
}

const shared = oncePerWorker((database: Db) => worldOf(database, "walked"));

/** Tests that walk the whole application and change nothing: they share a page per worker. */
export const test = base.extend<{ world: World }>({
  world: async ({ database }, use) => use(await shared(database)),
});
