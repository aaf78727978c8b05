import type { Db } from "#db/index.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { seedDemo } from "#lib/server/seed/demo.ts";
import { oncePerWorker } from "#tests/support/server/per-worker.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { test as base } from "#tests/support/test.ts";

export { expect } from "#tests/support/test.ts";

/** A page as visitors know it: where it is, and its subdomain. */
export type Demo = { subdomain: string; url: string };

type Place = { database: Db; server: TestServer };

/** A demo page for the worker, under a name. */
export async function mintDemo({ database, server }: Place, name: string): Promise<Demo> {
  const { subdomain } = await seedDemo(systemContext(database, "test"), name);
  return { subdomain, url: server.pageUrl(subdomain) };
}

const demoOf = oncePerWorker((place: Place) => mintDemo(place, "demo"));

/** Tests that look at the demo page, one per worker: they change nothing of it. */
export const test = base.extend<{ demo: Demo }>({
  demo: async ({ database, server }, use) => use(await demoOf({ database, server })),
});
