import type { Page } from "@playwright/test";
import { type Db, database } from "#db/index.ts";
import { type Minted, type MintedUser, mintService } from "#tests/support/data/mint.ts";
import { accountCookie } from "#tests/support/data/page-visitors.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { test as base } from "#tests/support/test.ts";

export { expect } from "#tests/support/expect.ts";

export async function submitSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Signs in as a person would, and waits for the first screen. */
export async function signInByForm(
  page: Page,
  server: TestServer,
  { email, password }: MintedUser,
): Promise<void> {
  await page.goto(`${server.url}/sign-in`);
  await submitSignIn(page, email, password);
  await page.waitForURL((url) => url.pathname !== "/sign-in");
}

/** Gives the browser a session of somebody, and goes to a screen, else to their first one. */
export async function signIn(
  page: Page,
  server: TestServer,
  user: MintedUser,
  path = "/",
): Promise<void> {
  const [name = "", value = ""] = (await accountCookie(database(), user)).split("=");
  await page.context().addCookies([{ name, value, url: server.url }]);
  await page.goto(server.url + path);
}

/**
 * Goes to a screen about a page, or to the one where the browser is, and waits until its scripts
 * have run.
 */
export async function arrive(page: Page, address?: string): Promise<void> {
  if (address !== undefined) await page.goto(address);
  await page.locator("[aria-keyshortcuts='?']").waitFor({ state: "attached" });
}

export type Acme = {
  organization: Minted;
  subdomain: string;
  services: { shop: number; checkout: number; search: number };
};

async function mintAcme(db: Db, organization: Minted): Promise<Acme> {
  const { id, subdomain } = organization.page;
  const shop = await mintService(db, id, { name: "Shop" });
  const checkout = await mintService(db, id, { name: "Checkout", parent_id: shop });
  const search = await mintService(db, id, { name: "Search", parent_id: shop, order: 2 });
  return { organization, subdomain, services: { shop, checkout, search } };
}

type Fixtures = {
  /** The test's page with a small tree of services. */
  acme: Acme;
  /** A browser page where the owner is signed in and sees the page's incidents. */
  admin: Page;
};

export const test = base.extend<Fixtures>({
  acme: async ({ database, organization }, use) => use(await mintAcme(database, organization)),
  admin: async ({ page, server, acme }, use) => {
    await signIn(page, server, acme.organization.owner, `/pages/${acme.subdomain}/incidents`);
    await arrive(page);
    await use(page);
  },
});
