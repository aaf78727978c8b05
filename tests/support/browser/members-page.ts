import type { Page } from "@playwright/test";
import type { Db } from "#db/index.ts";
import { test as base, expect, submitSignIn } from "#tests/support/browser/admin.ts";
import { mintOrganization, mintPage, mintService, mintUser } from "#tests/support/data/mint.ts";
import type { TestServer } from "#tests/support/server/server.ts";

async function membersPage(db: Db, server: TestServer) {
  const organization = await mintOrganization(db);
  const settings = { captcha_enabled: false };
  const page = await mintPage(db, organization.id, { member_restricted: true, settings });
  const service = await mintService(db, page.id, { name: "Vault" });
  const viewer = await mintUser(db, organization.id, "viewer");
  return { organization, page, service, viewer, url: server.pageUrl(page.subdomain) };
}

/** Tests on a page of their own that its members alone see. */
export const test = base.extend<{ members: Awaited<ReturnType<typeof membersPage>> }>({
  members: async ({ database, server }, use) => use(await membersPage(database, server)),
});

/** Goes to a page and signs in there. */
export async function signInTo(
  page: Page,
  url: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.goto(url);
  await page.getByRole("link", { name: "Sign in" }).click();
  await submitSignIn(page, email, password);
}

/** The same, for somebody who is let in. */
export async function enter(
  page: Page,
  url: string,
  user: { email: string; password: string },
): Promise<void> {
  await signInTo(page, url, user);
  // Of a server that has just started, each screen on the way is loaded first.
  await expect(page.getByRole("link", { name: "Your access" })).toBeVisible();
}
