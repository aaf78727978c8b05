import { expect, test } from "#tests/support/browser/admin.ts";

const UNKNOWN = ["/nowhere", "/pages/nowhere/at/all", "/docs/nothing"];

for (const [locale, heading, wayBack] of [
  ["en", "Page not found", "Sign in"],
  ["de", "Seite nicht gefunden", "Anmelden"],
] as const) {
  test(`an unknown address is a 404 of ours with a way back, in ${locale}`, async ({
    browser,
    server,
  }) => {
    const page = await (await browser.newContext({ locale })).newPage();
    for (const path of UNKNOWN) {
      expect([path, (await page.goto(server.url + path))?.status()]).toEqual([path, 404]);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      await expect(page).toHaveTitle(`${heading} · Allclear`);
    }
    await page.getByRole("link", { name: wayBack }).click();
    await expect(page).toHaveURL(`${server.url}/sign-in`);
    await page.context().close();
  });
}

test("an unknown address is a page of ours without scripts, too", async ({ browser, server }) => {
  const context = await browser.newContext({ locale: "de", javaScriptEnabled: false });
  const page = await context.newPage();
  expect((await page.goto(`${server.url}/nowhere`))?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Seite nicht gefunden");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.getByRole("link", { name: "Anmelden" }).click();
  await expect(page).toHaveURL(`${server.url}/sign-in`);
  await context.close();
});

test("who is signed in gets back to their pages from an unknown address", async ({
  admin,
  server,
  acme,
}) => {
  for (const path of [`/pages/${acme.subdomain}/nowhere`, "/pages/of-nobody/incidents"])
    expect([path, (await admin.goto(server.url + path))?.status()]).toEqual([path, 404]);
  await expect(admin.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  await admin.getByRole("link", { name: "Go to your status pages" }).click();
  await expect(admin).toHaveURL(`${server.url}/pages/${acme.subdomain}/now`);
});

test("what is missing on a page of one's own is a 404 with that page's navigation around it", async ({
  admin,
  server,
  acme,
}) => {
  for (const path of ["incidents/999999999", "services/999999999", "subscribers/999999999"]) {
    const answer = await admin.goto(`${server.url}/pages/${acme.subdomain}/${path}`);
    expect([path, answer?.status()]).toEqual([path, 404]);
    await expect(admin.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  }
  await admin.getByRole("link", { name: "Incidents" }).click();
  await expect(admin).toHaveURL(`${server.url}/pages/${acme.subdomain}/incidents`);
});
