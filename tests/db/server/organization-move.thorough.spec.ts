import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { systemContext } from "#lib/core/request/context.ts";
import { seedLarge } from "#lib/server/seed/large.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { mintWholeOrganization } from "#tests/support/data/whole-organization.ts";
import {
  atAddress,
  test as base,
  type Installation,
  type World,
} from "#tests/support/db/two-installations.ts";
import { endProgram, startProgram } from "#tests/support/server/program.ts";
import { expect } from "#tests/support/test.ts";

const INCIDENTS = 10_000;
const SUBSCRIBERS = 100_000;

const test = base.extend<{ to: string }>({
  to: async ({ world: { target } }, use) => atAddress(target, use),
});

/** @returns the organization */
async function seed(source: Installation): Promise<number> {
  return source.run(async (db) => {
    const options = { services: 60, incidents: INCIDENTS, days: 900, seed: 1, subdomain: "large" };
    const { organization_id } = await seedLarge(systemContext(db, "seed"), options);
    await sql`
      with page as (select id from status_pages where subdomain = 'large'), added as (
        insert into subscriptions (status_page_id, type, filter, email, confirmed_at)
        select page.id, 'email', 'all', 'person-' || n || '@subscriber.example', now()
        from page, generate_series(1, ${SUBSCRIBERS}) as n returning id, status_page_id
      )
      insert into subscription_links (status_page_id, subscription_id, purpose, token_hash)
      select status_page_id, id, 'manage', sha256(id::text::bytea) from added`.execute(db);
    return organization_id;
  });
}

/** The large organization's rows, hashed by the database itself. */
function digest(of: Installation): Promise<Record<string, string>> {
  const tables = {
    incidents: "title || starts_at || coalesce(ends_at::text, '') || severity",
    incident_updates: "description || posted_at || type",
    services: `name || "order"`,
    service_days: "day::text || major_seconds || incidents",
    subscriptions: "email || filter || confirmed_at",
    subscription_links: "purpose || token_hash::text",
  };
  return of.run(async (db) => {
    const found: Record<string, string> = {};
    for (const [table, columns] of Object.entries(tables)) {
      const { rows } = await sql<{ digest: string }>`
        select count(*) || ' ' || md5(string_agg(row, ',' order by row)) as digest
        from (select ${sql.raw(columns)} as row from ${sql.table(table)} where status_page_id =
          (select id from status_pages where subdomain = 'large')) as rows`.execute(db);
      found[table] = rows[0]?.digest ?? "";
    }
    return found;
  });
}

function start({ source, target }: World, organization: number, to: string) {
  const args = ["organization", "move", "--organization", `${organization}`, "--to-url", to];
  return startProgram(["cli", ...args], {
    ...{ DATABASE_URL: source.url, APP_SECRET: source.secret },
    ...{ MOVE_DATABASE_URL: target.url, MOVE_APP_SECRET: target.secret },
  });
}

test("10,000 incidents and 100,000 subscribers arrive, though the command is killed twice", async ({
  world,
  to,
}) => {
  test.setTimeout(900_000);
  const { source, target } = world;
  await target.run(async (db) => {
    await mintWholeOrganization(db, await mintOrganization(db));
  });
  const organization = await seed(source);
  const before = await digest(source);
  const messages = async () => [
    await target.count("notifications"),
    await target.count("outbox"),
    await target.count("events"),
  ];
  const sent = await messages();
  for (const last of ["copy service_days", "copy incident_updates"]) {
    const child = start(world, organization, to);
    for await (const line of createInterface(child.stdout))
      if (line.includes(last)) child.kill("SIGKILL");
    await endProgram(child, "SIGKILL");
    expect(child.signalCode, await text(child.stderr)).toBe("SIGKILL");
  }
  const since = performance.now();
  const last = start(world, organization, to);
  const [said, wrong] = [text(last.stdout), text(last.stderr)];
  const [code] = await once(last, "exit");
  expect({ code, wrong: await wrong }).toEqual({ code: 0, wrong: "" });
  expect(await said).toContain("moved");
  console.log(`the last run took ${((performance.now() - since) / 1_000).toFixed(0)} s`);
  expect(await digest(target)).toEqual(before);
  expect(await messages()).toEqual(sent);
});
