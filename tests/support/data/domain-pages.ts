import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { DRIVERS } from "#lib/domains/drivers/drivers.ts";
import { DomainEngine } from "#lib/domains/engine.ts";
import type { DomainConfig } from "#lib/pages/domain-config.ts";
import { parseSettings, UpdateStatusPage } from "#lib/pages/schema.ts";
import { updateStatusPage } from "#lib/pages/update.ts";
import { type Minted, mintOrganization } from "#tests/support/data/mint.ts";

export const newName = () => `status-${randomBytes(5).toString("hex")}.example.com`;

/** A page of an organization of its own, whose domain goes on when a test says so. */
export async function domainPage(database: Db, minted?: Minted) {
  const organization = minted ?? (await mintOrganization(database));
  const { page } = organization;
  const engine = new DomainEngine(DRIVERS);
  const put = async (input: object) => {
    const ctx = systemContext(database, "test");
    const values = parseInput(UpdateStatusPage, input);
    const target = { subdomain: page.subdomain, organization_id: organization.id };
    return (await updateStatusPage(ctx, target, values)).domain_config;
  };
  const rows = () =>
    database
      .selectFrom("domains")
      .selectAll()
      .where("organization_id", "=", organization.id)
      .orderBy("id")
      .execute();
  /** Has everything be due, and done; times says how often. */
  const turn = async (times = 1) => {
    for (let n = 0; n < times; n += 1) {
      await sql`update domains set due_at = now() - interval '1 second'
        where organization_id = ${organization.id}`.execute(database);
      await engine.tick();
      await engine.idle();
    }
  };
  return {
    organization,
    page,
    rows,
    turn,
    ask: (provider: string | null, domain: string | null) =>
      put({ domain_config: { provider, domain } }),
    config: async (): Promise<DomainConfig> => {
      const { settings } = await database
        .selectFrom("status_pages")
        .select("settings")
        .where("id", "=", page.id)
        .executeTakeFirstOrThrow();
      return parseSettings(settings).domain_config;
    },
    phases: async () => (await rows()).map(({ name, driver, phase }) => [name, driver, phase]),
    /** Lets it have been asked for so long ago. */
    age: (seconds: number) =>
      sql`update domains set asked_at = now() - ${seconds} * interval '1 second'
        where organization_id = ${organization.id}`.execute(database),
    events: async () => {
      const told = await database
        .selectFrom("events")
        .select("payload")
        .where("status_page_id", "=", page.id)
        .orderBy("id")
        .execute();
      return told.map(({ payload }) => JSON.parse(payload).data.object.domain_config.status);
    },
    letters: async () => {
      const ordered = await database
        .selectFrom("outbox")
        .select("kind")
        .where("status_page_id", "=", page.id)
        .execute();
      return ordered.filter(({ kind }) => kind === "domain.failed").length;
    },
  };
}

/** One whose custom hostname cdn_a checks. */
export async function configuring(database: Db, name = newName()) {
  const page = await domainPage(database);
  await page.ask("cdn_a", name);
  await page.turn(3);
  return { ...page, name };
}
