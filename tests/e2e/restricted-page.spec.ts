import AxeBuilder from "@axe-core/playwright";
import type { BrowserContext, Page } from "@playwright/test";
import type { Db } from "#db/index.ts";
import { test as base, expect, submitSignIn } from "#tests/support/admin.ts";
import { request } from "#tests/support/http.ts";
import { mintOrganization, mintPage, mintService, mintUser } from "#tests/support/mint.ts";
import type { TestServer } from "#tests/support/server.ts";

async function membersPage(db: Db, server: TestServer) {
  const organization = await mintOrganization(db);
  const settings = { captcha_enabled: false };
  const page = await mintPage(db, organization.id, { member_restricted: true, settings });
  const service = await mintService(db, page.id, { name: "Vault" });
  const viewer = await mintUser(db, organization.id, "viewer");
  return { organization, page, service, viewer, url: server.pageUrl(page.subdomain) };
}

const test = base.extend<{ members: Awaited<ReturnType<typeof membersPage>> }>({
  members: async ({ database, server }, use) => use(await membersPage(database, server)),
});

async function cookieNamed(context: BrowserContext, name: string) {
  return (await context.cookies()).find((cookie) => cookie.name === name);
}

async function signInTo(
  page: Page,
  url: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.goto(url);
  await page.getByRole("link", { name: "Sign in" }).click();
  await submitSignIn(page, email, password);
}

/** The same, for somebody who is let in. */
async function enter(
  page: Page,
  url: string,
  user: { email: string; password: string },
): Promise<void> {
  await signInTo(page, url, user);
  await expect(page.getByRole("link", { name: "Your access" })).toBeVisible();
}

for (const javaScriptEnabled of [true, false]) {
  test(`a viewer signs in from the page and comes back to where they were, ${javaScriptEnabled ? "with" : "without"} scripts`, async ({
    browser,
    members: {
      url,
      page: { name, subdomain },
      service,
      viewer,
    },
    server,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    const refused = await page.goto(`${url}/services/${service}`);
    expect(refused?.status()).toBe(403);
    expect(refused?.headers()["cache-control"]).toBe("private, no-store");
    await expect(
      page.getByRole("heading", { name: "This status page is for members" }),
    ).toBeVisible();
    await expect(page.getByRole("banner")).toContainText(name);
    await expect(page.locator("body")).not.toContainText("Vault");
    expect(await context.cookies()).toEqual([]);
    await page.getByRole("link", { name: "Sign in" }).click();
    await expect(page).toHaveURL(new RegExp(`^${server.url}/sign-in\\?page=${subdomain}&`));
    await expect(page.getByRole("heading", { name: `Sign in to ${name}` })).toBeVisible();
    await submitSignIn(page, viewer.email, viewer.password);
    await expect(page).toHaveURL(`${url}/services/${service}`);
    await expect(page.getByRole("heading", { name: "Vault" })).toBeVisible();
    const cookie = await cookieNamed(context, "allclear-page");
    expect(cookie).toMatchObject({
      domain: `${subdomain}.localhost`,
      httpOnly: true,
      sameSite: "Lax",
      path: "/",
    });
    expect(await cookieNamed(context, "allclear-browser")).toBeUndefined();
    expect(server.output()).toContain("/session/…");
    await context.close();
  });
}

test("who is signed in at the application comes in without a password, and on a second page too", async ({
  page,
  server,
  database,
  members: { url, organization, viewer },
}) => {
  await enter(page, url, viewer);
  await expect(page).toHaveURL(`${url}/`);
  const second = await mintPage(database, organization.id, { member_restricted: true });
  const other = server.pageUrl(second.subdomain);
  await page.goto(other);
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${other}/`);
  await expect(page.getByRole("link", { name: "Your access" })).toBeVisible();
});

test("a hand-over opens nothing in another browser, and nothing twice", async ({
  browser,
  members: { url, viewer },
}) => {
  const [victims, attackers] = [await browser.newContext(), await browser.newContext()];
  const attacker = await attackers.newPage();
  const links: string[] = [];
  await attacker.route(/\/session\/[\w-]{32}$/, (route) => {
    links.push(route.request().url());
    return route.abort();
  });
  await signInTo(attacker, url, viewer);
  await expect.poll(() => links.length).toBeGreaterThan(0);
  const victim = await victims.newPage();
  await victim.goto(links[0] ?? "");
  await expect(victim).toHaveURL(`${url}/`);
  await expect(
    victim.getByRole("heading", { name: "This status page is for members" }),
  ).toBeVisible();
  expect(await cookieNamed(victims, "allclear-page")).toBeUndefined();
  await attacker.unroute(/\/session\/[\w-]{32}$/);
  await attacker.goto(links[0] ?? "");
  await expect(attacker.getByRole("link", { name: "Your access" })).toBeVisible();
  await attackers.clearCookies({ name: "allclear-page" });
  await attacker.goto(links[0] ?? "");
  await expect(
    attacker.getByRole("heading", { name: "This status page is for members" }),
  ).toBeVisible();
});

test("an account without access is told so and can be changed; no other site is ever led to", async ({
  page,
  server,
  database,
  members: {
    url,
    viewer,
    page: { subdomain },
  },
}) => {
  const { owner } = await mintOrganization(database);
  await signInTo(page, `${url}/`, owner);
  await expect(
    page.getByRole("heading", { name: "This account has no access to the status page" }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Use another account" }).click();
  await submitSignIn(page, viewer.email, viewer.password);
  await expect(page).toHaveURL(`${url}/`);
  for (const path of ["//evil.example", "/\\evil.example", "https://evil.example"]) {
    await page.goto(`${server.url}/sign-in?page=${subdomain}&path=${encodeURIComponent(path)}`);
    await expect(page).toHaveURL(`${server.url}/s/${subdomain}`);
  }
});

test("signing out on the page ends the session there and at the application", async ({
  page,
  server,
  members: { url, viewer },
}) => {
  await enter(page, url, viewer);
  await page.getByRole("link", { name: "Your access" }).click();
  await expect(page.getByText(viewer.email)).toBeVisible();
  const copies = await page.context().cookies();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(
    page.getByRole("heading", { name: "This status page is for members" }),
  ).toBeVisible();
  await page.context().addCookies(copies);
  await page.goto(url);
  await expect(
    page.getByRole("heading", { name: "This status page is for members" }),
  ).toBeVisible();
  await page.goto(`${server.url}/`);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("a member makes feed addresses, which work without cookies until they are revoked, and stay out of the log", async ({
  page,
  server,
  members: {
    url,
    viewer,
    page: { subdomain },
  },
}) => {
  await enter(page, `${url}/access`, viewer);
  await page.getByRole("button", { name: "Create addresses" }).click();
  const [rss = "", atom = "", calendar = ""] = await page.locator("code").allTextContents();
  const host = `${subdomain}.localhost:${server.port}`;
  const read = async (address: string) => request(server.port, host, new URL(address).pathname);
  for (const address of [rss, atom, calendar]) {
    expect(address).toMatch(new RegExp(`^${url}/feeds/[\\w-]{32}/`));
    const { status, headers } = await read(address);
    expect([status, headers["cache-control"]], address).toEqual([200, "private, no-store"]);
  }
  expect((await read(rss)).text).toContain(`href="${rss}"`);
  await page.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("You have no addresses yet.")).toBeVisible();
  for (const address of [rss, atom, calendar]) expect((await read(address)).status).toBe(404);
  const secret = rss.split("/")[4] ?? "";
  expect(server.output()).toContain("/feeds/…");
  expect(server.output()).not.toContain(secret);
});

test("another site's form changes nothing", async ({
  server,
  page,
  members: {
    url,
    viewer,
    page: { subdomain },
  },
}) => {
  await enter(page, url, viewer);
  const cookie = await cookieNamed(page.context(), "allclear-page");
  const headers = {
    cookie: `allclear-page=${cookie?.value}`,
    origin: "http://evil.localhost",
    "content-type": "application/x-www-form-urlencoded",
  };
  for (const path of ["/access/feeds", "/session/end"]) {
    const post = { method: "POST", headers, body: "do=renew" };
    expect((await server.visit(subdomain, path, post)).status).toBe(403);
  }
  await page.goto(`${url}/access`);
  await expect(page.getByText("You have no addresses yet.")).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const)
  test(`nobody is kept out of signing in, in ${colorScheme} colours`, async ({
    browser,
    members: { url, viewer },
  }) => {
    const context = await browser.newContext({
      colorScheme,
      viewport: { width: 390, height: 800 },
    });
    const page = await context.newPage();
    const check = async () => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    };
    await page.goto(url);
    await check();
    await page.getByRole("link", { name: "Sign in" }).click();
    await expect(page.getByLabel("Password")).toBeVisible();
    await check();
    await submitSignIn(page, viewer.email, viewer.password);
    await page.getByRole("link", { name: "Your access" }).click();
    await page.getByRole("button", { name: "Create addresses" }).click();
    await check();
    await context.close();
  });
