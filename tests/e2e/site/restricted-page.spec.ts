import type { BrowserContext } from "@playwright/test";
import { expect, submitSignIn } from "#tests/support/browser/admin.ts";
import { enter, signInTo, test } from "#tests/support/browser/members-page.ts";
import { DOT } from "#tests/support/browser/pictures.ts";
import { mintOrganization, mintPage } from "#tests/support/data/mint.ts";
import { apiOf } from "#tests/support/http/api.ts";

async function cookieNamed(context: BrowserContext, name: string) {
  return (await context.cookies()).find((cookie) => cookie.name === name);
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

test("whose page it is can be seen at its gate: logo, favicon, colors and languages", async ({
  page,
  server,
  database,
  members: { organization },
}) => {
  const settings = {
    languages: ["en", "de"],
    header_bg_color1: "123a6b",
    header_bg_color2: "123a6b",
  };
  const restricted = await mintPage(database, organization.id, { settings });
  const { id, subdomain } = restricted;
  const own = `/orgs/${organization.id}/status_pages/${subdomain}`;
  const api = apiOf(server, organization.keys.admin);
  for (const image of ["logo", "favicon"])
    expect((await api.put(`${own}/images/${image}`, DOT)).status).toBe(200);
  await database
    .updateTable("status_pages")
    .set({ member_restricted: true })
    .where("id", "=", id)
    .execute();
  await page.goto(server.pageUrl(subdomain));
  const header = page.getByRole("banner");
  await expect(header).toHaveCSS("background-image", /rgb\(18, 58, 107\)/);
  const logo = header.getByRole("img", { name: restricted.name });
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute("href", /^data:image\/png/);
  await header.getByText("English").first().click();
  await header.getByRole("link", { name: "Deutsch" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.getByRole("link", { name: "Anmelden" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("button", { name: "Anmelden", exact: true })).toBeVisible();
  const above = page.getByRole("main").getByRole("img", { name: restricted.name });
  expect(await above.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});
