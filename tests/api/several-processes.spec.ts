import { sql } from "kysely";
import { UNHEARD_MS } from "#lib/page-cache/store.ts";
import { apiOf } from "#tests/support/api.ts";
import { APP_SECRET } from "#tests/support/env.ts";
import { looksIn, looksUntil } from "#tests/support/looks.ts";
import { mintService } from "#tests/support/mint.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { test as base, expect } from "#tests/support/test.ts";

// Long before what was not heard of would show.
const AT_ONCE = looksIn(UNHEARD_MS - 1_000);

const test = base.extend<object, { other: TestServer }>({
  other: [
    async ({ databaseUrl, server }, use) => {
      const other = await startServer({ databaseUrl, env: { APP_SECRET, WORKER: "off", APP_URL: server.url } });
      await use(other);
      await other.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
});

test("a change made in one process is shown by all others at once", async ({ other, api, organization, database }) => {
  const { id, subdomain } = organization.page;
  const service = await mintService(database, id);
  const path = `/api/v2/status_pages/${subdomain}/summary`;
  for (let round = 1; round <= 3; round++) {
    const title = `Round ${round}`;
    expect((await other.request(path)).text).not.toContain(title);
    expect((await other.request(path)).headers["cache-status"]).toBe("allclear; hit");
    await api.post(`/status_pages/${subdomain}/incidents`, { incident: { title, type: "minor", service_ids: [service] } });
    expect(await looksUntil(async () => (await other.request(path)).text.includes(title))).toBeLessThan(AT_ONCE);
  }
});

test("a revoked key is refused by all processes at once", async ({ other, organization, database }) => {
  const path = `/status_pages/${organization.page.subdomain}/services`;
  const there = apiOf(other, organization.keys.editor);
  expect((await there.get(path)).status).toBe(200);
  await database.updateTable("api_keys").set({ revoked_at: sql<string>`now()` }).where("organization_id", "=", organization.id).execute();
  await sql`select pg_notify('access_changed', 'elsewhere')`.execute(database);
  expect(await looksUntil(async () => (await there.get(path)).status === 401)).toBeLessThan(AT_ONCE);
});

test("a process that cannot hear of changes shows them within 5 seconds", async ({ other, api, organization, database }) => {
  const { id, subdomain } = organization.page;
  const service = await mintService(database, id);
  const path = `/api/v2/status_pages/${subdomain}/summary`;
  await other.request(path);
  const listeners = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and (query like 'listen %' or query = 'select 1') and pid <> pg_backend_pid()`;
  const kill = setInterval(() => void listeners.execute(database).catch(() => {}), 200);
  try {
    await listeners.execute(database);
    await api.post(`/status_pages/${subdomain}/incidents`, { incident: { title: "Unheard", type: "minor", service_ids: [service] } });
    const looks = await looksUntil(async () => (await other.request(path)).text.includes("Unheard"));
    expect(looks).toBeLessThan(looksIn(UNHEARD_MS + 1_000));
  } finally {
    clearInterval(kill);
  }
});
