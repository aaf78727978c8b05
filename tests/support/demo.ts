import { systemContext } from "#lib/context.ts";
import { seedDemo } from "#lib/seed/demo.ts";
import { test as base } from "./test.ts";

export { expect } from "./test.ts";

/** A page as visitors know it: where it is, and its subdomain. */
export type Demo = { subdomain: string; url: string };

/** Tests that look at the demo page, one per worker: they change nothing of it. */
export const test = base.extend<object, { demo: Demo }>({
  demo: [
    async ({ database, server }, use, { workerIndex }) => {
      const { subdomain } = await seedDemo(systemContext(database, "test"), `demo${workerIndex}`);
      await use({ subdomain, url: server.pageUrl(subdomain) });
    },
    { scope: "worker" },
  ],
});
