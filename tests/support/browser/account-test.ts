import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { submitSignIn } from "#tests/support/browser/admin.ts";
import { type MintedUser, mintUser } from "#tests/support/data/mint.ts";
import { test as base } from "#tests/support/stand-ins/mail-test.ts";

export { expect } from "#tests/support/stand-ins/mail-test.ts";

let clients = 0;

/** A browser that no throttle knows: the server believes where it says to be. */
async function newClient(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  clients += 1;
  const extraHTTPHeaders = { "x-forwarded-for": `2001:db8:e2e:${clients.toString(16)}::1` };
  return browser.newContext({ ...options, extraHTTPHeaders });
}

type Fixtures = {
  /** A member of the test's organization. */
  member: MintedUser;
  /** A page of a browser of one's own. */
  visit: (options?: BrowserContextOptions) => Promise<Page>;
  enter: (page: Page, path?: string, password?: string) => Promise<void>;
};

/** Tests of one's own account; mail goes to `mails`. */
export const test = base.extend<Fixtures>({
  member: async ({ database, organization }, use) =>
    use(await mintUser(database, organization.id, "editor")),
  visit: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await newClient(browser, options);
      contexts.push(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
  enter: async ({ server, member }, use) =>
    use(async (page, path = "/account", password = member.password) => {
      await page.goto(`${server.url}/sign-in?${new URLSearchParams({ next: path })}`);
      await submitSignIn(page, member.email, password);
    }),
});
