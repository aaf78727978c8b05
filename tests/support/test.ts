import { test as base } from "@playwright/test";
import { closeDatabase, type Db, database } from "#db/index.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { type Minted, mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { type Api, apiOf } from "#tests/support/http/api.ts";
import { Receiver } from "#tests/support/http/receiver.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { addressOfDatabase, cloneDatabase, dropDatabase } from "#tests/support/server/run.ts";
import { startServer, type TestServer } from "#tests/support/server/server.ts";

export { expect } from "./expect.ts";

type TestFixtures = {
  /** An organization of the test's own. */
  organization: Minted;
  /** A service of its page, called Checkout. */
  service: number;
  /** The API with the organization's admin key. */
  api: Api;
  /** A server that webhooks can call. */
  receiver: Receiver;
};

type WorkerFixtures = {
  /**
   * Environment variables of the server, beside the usual ones. A file that changes them gets
   * servers of its own, which costs seconds: `test.use({ serverEnv: { … } })`.
   */
  serverEnv: Record<string, string>;
  databaseUrl: string;
  /** A migrated database of the worker's own, also what `database()` of db/index.ts opens. */
  database: Db;
  /** A server process on that database. */
  server: TestServer;
};

/**
 * What suits most tests: receivers run on this machine, a test says from which address it asks, and
 * the log tells of requests.
 */
const USUAL = { ALLOW_PRIVATE_TARGETS: "1", TRUST_PROXY: "1", LOG_LEVEL: "info" };

/** A server that has rendered nothing yet may say that it is busy, beside several that start. */
async function rendersOnce(server: TestServer): Promise<void> {
  while ((await server.request("/sign-in")).status === 503);
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  serverEnv: [{}, { option: true, scope: "worker" }],
  databaseUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const name = await cloneDatabase();
      await use(addressOfDatabase(name));
      await dropDatabase(name);
    },
    { scope: "worker" },
  ],
  database: [
    async ({ databaseUrl }, use) => {
      provideEnv({ DATABASE_URL: databaseUrl, APP_SECRET });
      await use(database());
      await closeDatabase();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ databaseUrl, serverEnv }, use) => {
      const server = await startServer({
        databaseUrl,
        env: { APP_SECRET, ...USUAL, ...serverEnv },
      });
      await rendersOnce(server);
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
  organization: async ({ database }, use) => use(await mintOrganization(database)),
  service: async ({ database, organization }, use) =>
    use(await mintService(database, organization.page.id, { name: "Checkout" })),
  api: async ({ server, organization }, use) => use(apiOf(server, organization.keys.admin)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  receiver: async ({}, use) => {
    const receiver = await Receiver.open();
    await use(receiver);
    await receiver.close();
  },
});
