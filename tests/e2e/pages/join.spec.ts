import { expect } from "#tests/support/browser/admin.ts";
import { expectAccessible } from "#tests/support/browser/axe.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { apiOf } from "#tests/support/http/api.ts";
import { linkIn } from "#tests/support/stand-ins/mail-server.ts";
import { test } from "#tests/support/stand-ins/mail-test.ts";

for (const javaScriptEnabled of [true, false]) {
  test(`somebody joins by the page's link, makes an account and sees the page, ${javaScriptEnabled ? "with" : "without"} scripts`, async ({
    browser,
    server,
    mails,
    database,
  }) => {
    const { keys, page: club } = await mintOrganization(database, {
      member_restricted: true,
      settings: { allowed_email_domains: "partner.example" },
    });
    const made = await apiOf(server, keys.admin).post(
      `/status_pages/${club.subdomain}/join_link`,
      {},
    );
    const { url } = made.json<{ join_link: { url: string } }>().join_link;
    const email = `pat-${club.subdomain}@partner.example`;
    const context = await browser.newContext({ javaScriptEnabled, locale: "de-DE" });
    const page = await context.newPage();
    await page.goto(url);
    await expect(page.getByRole("heading", { name: `${club.name} beitreten` })).toBeVisible();
    if (javaScriptEnabled) {
      await expectAccessible(page);
    }
    await page.getByLabel("E-Mail-Adresse").fill(email);
    await page.getByRole("button", { name: "Link senden" }).click();
    await expect(page.getByRole("heading", { name: "Prüfen Sie Ihren Posteingang" })).toBeVisible();

    const mailed = linkIn(await mails.nth(email), `join/${club.subdomain}`);
    await page.goto(mailed);
    await page.getByLabel("Passwort").fill("kurz");
    await page.getByRole("button", { name: "Beitreten" }).click();
    await expect(page.getByText("Muss mindestens 10 Zeichen haben")).toBeVisible();
    if (javaScriptEnabled) {
      await expectAccessible(page);
    }
    await page.getByLabel("Ihr Name").fill("Pat");
    await page.getByLabel("Passwort").fill("long enough for this");
    await page.getByRole("button", { name: "Beitreten" }).click();
    await expect(page).toHaveURL(`${server.pageUrl(club.subdomain)}/`);
    await expect(page.getByRole("link", { name: "Ihr Zugang" })).toBeVisible();
    await page.goto(mailed);
    await expect(page.getByRole("heading", { name: "Dieser Link gilt nicht mehr" })).toBeVisible();
    const [, , , token] = new URL(mailed).pathname.split("/");
    expect(server.output()).toContain(`/join/…`);
    expect(server.output()).not.toContain(token);
    await context.close();
  });
}
