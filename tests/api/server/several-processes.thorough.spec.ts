import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { NOT_LISTENING_MS } from "#lib/server/cache/store.ts";
import { type Minted, mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { apiOf } from "#tests/support/http/api.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { looksIn, looksUntil } from "#tests/support/server/looks.ts";
import { startServer, type TestServer } from "#tests/support/server/server.ts";
import { test as base, expect } from "#tests/support/test.ts";

// Long before what was not heard of would show.
const AT_ONCE = looksIn(NOT_LISTENING_MS - 1_000);

const test = base.extend<object, { other: TestServer }>({
  other: [
    async ({ databaseUrl, server }, use) => {
      const other = await startServer({
        databaseUrl,
        env: { APP_SECRET, WORKER: "off", APP_URL: server.url },
      });
      await use(other);
      await other.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
});

/** Revokes an organization's editor's key; nobody is told. */
async function revokeUnheard(db: Db, organization_id: number): Promise<void> {
  await db
    .updateTable("api_keys")
    .set({ revoked_at: sql<string>`now()` })
    .where("organization_id", "=", organization_id)
    .where("role", "=", "editor")
    .execute();
}

async function tellOf(db: Db, organization_id: number): Promise<void> {
  const payload = `organization:${organization_id}:elsewhere`;
  await sql`select pg_notify('access_changed', ${payload})`.execute(db);
}

test("a change made in one process is shown by all others at once", async ({
  other,
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const service = await mintService(database, id);
  const path = `/api/v2/status_pages/${subdomain}/summary`;
  for (let round = 1; round <= 3; round++) {
    const title = `Round ${round}`;
    expect((await other.request(path)).text).not.toContain(title);
    expect((await other.request(path)).headers["cache-status"]).toBe("allclear; hit");
    await api.post(`/status_pages/${subdomain}/incidents`, {
      incident: { title, type: "minor", service_ids: [service] },
    });
    expect(
      await looksUntil(async () => (await other.request(path)).text.includes(title)),
    ).toBeLessThan(AT_ONCE);
  }
});

test("a revoked key is refused by all processes at once", async ({
  other,
  organization,
  database,
}) => {
  const path = `/status_pages/${organization.page.subdomain}/services`;
  const there = apiOf(other, organization.keys.editor);
  expect((await there.get(path)).status).toBe(200);
  await revokeUnheard(database, organization.id);
  await tellOf(database, organization.id);
  expect(await looksUntil(async () => (await there.get(path)).status === 401)).toBeLessThan(
    AT_ONCE,
  );
});

test("a change of access in one organization forgets nothing of another, and an incident nothing at all", async ({
  other,
  api,
  organization,
  database,
}) => {
  const stranger = await mintOrganization(database);
  const { id, subdomain } = organization.page;
  const service = await mintService(database, id);
  const ask = async ({ keys, page }: Minted) =>
    (await apiOf(other, keys.editor).get(`/status_pages/${page.subdomain}/services`)).status;
  const known = async () => [await ask(organization), await ask(stranger)];
  const heardOf = async (title: string) => {
    await api.post(`/status_pages/${subdomain}/incidents`, {
      incident: { title, type: "minor", service_ids: [service] },
    });
    const path = `/api/v2/status_pages/${subdomain}/summary`;
    await looksUntil(async () => (await other.request(path)).text.includes(title));
  };
  expect(await known()).toEqual([200, 200]);
  await revokeUnheard(database, organization.id);
  await revokeUnheard(database, stranger.id);
  await heardOf("First");
  expect(await known()).toEqual([200, 200]);
  const owner = api.as(organization.keys.owner);
  await owner.post(`/orgs/${organization.id}/members`, {
    member: { email: "new@example.com", role: "viewer" },
  });
  expect(await looksUntil(async () => (await ask(organization)) === 401)).toBeLessThan(AT_ONCE);
  expect(await known()).toEqual([401, 200]);
  await tellOf(database, stranger.id);
  expect(await looksUntil(async () => (await ask(stranger)) === 401)).toBeLessThan(AT_ONCE);
});

test("a process that cannot hear of changes shows them within 5 seconds", async ({
  other,
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const service = await mintService(database, id);
  const path = `/api/v2/status_pages/${subdomain}/summary`;
  await other.request(path);
  const listeners = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and (query like 'listen %' or query = 'select 1') and pid <> pg_backend_pid()`;
  const kill = setInterval(() => void listeners.execute(database).catch(() => {}), 200);
  try {
    await listeners.execute(database);
    await api.post(`/status_pages/${subdomain}/incidents`, {
      incident: { title: "Unheard", type: "minor", service_ids: [service] },
    });
    const looks = await looksUntil(async () =>
      (await other.request(path)).text.includes("Unheard"),
    );
    expect(looks).toBeLessThan(looksIn(NOT_LISTENING_MS + 1_000));
  } finally {
    clearInterval(kill);
  }
});
