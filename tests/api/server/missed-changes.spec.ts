import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { mintService } from "#tests/support/data/mint.ts";
import { openLive } from "#tests/support/http/live.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { looksUntil } from "#tests/support/server/looks.ts";
import { startServer } from "#tests/support/server/server.ts";
import { expect, test } from "#tests/support/test.ts";

const OF_LISTENERS = sql`from pg_stat_activity
  where datname = current_database() and application_name like 'allclear-node %'`;

async function listeners(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) ${OF_LISTENERS}`.execute(db);
  return rows[0]?.count ?? 0;
}

// Copies live for a minute: what shows sooner was revalidated.
const SOON_MS = 10_000;

test("what another node changes in the very moment in which a node hears nothing shows there right after", async ({
  server,
  api,
  database,
  databaseUrl,
  organization: { page },
}) => {
  const service = await mintService(database, page.id);
  const other = await startServer({ databaseUrl, env: { APP_SECRET } });
  const host = `${page.subdomain}.localhost:${other.port}`;
  let wasMissed = false;
  for (let round = 1; !wasMissed; round++) {
    await looksUntil(async () => (await listeners(database)) === 2);
    const title = `Trouble ${round}`;
    expect((await other.visit(page.subdomain)).text).not.toContain(title);
    expect((await other.visit(page.subdomain)).headers["cache-status"]).toBe("allclear; hit");
    const live = await openLive(other, host, "/live");
    await live.next(/retry/);
    await sql`select pg_terminate_backend(pid) ${OF_LISTENERS}`.execute(database);
    const incident = { title, type: "major", service_ids: [service] };
    const posted = await api.post(`/status_pages/${page.subdomain}/incidents`, { incident });
    expect(posted.status).toBe(201);
    wasMissed = (await listeners(database)) === 0;
    const began = performance.now();
    await looksUntil(async () => (await other.visit(page.subdomain)).text.includes(title));
    await live.next(/event: change/);
    expect(performance.now() - began).toBeLessThan(SOON_MS);
    live.close();
  }
  expect(server.output()).not.toContain("fatal");
  await other.stop();
});
