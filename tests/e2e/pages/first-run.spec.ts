import type { Page } from "@playwright/test";
import { expect, test } from "#tests/support/browser/admin.ts";
import { expectAccessible } from "#tests/support/browser/axe.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { addressOfDatabase, cloneDatabase, dropDatabase } from "#tests/support/server/run.ts";
import { startServer, type TestServer } from "#tests/support/server/server.ts";

/** The link that an empty server prints. */
async function printedLink(server: TestServer): Promise<string> {
  const link = /http\S+\/setup\/[\w-]{43}/;
  await expect.poll(() => server.output()).toMatch(link);
  return link.exec(server.output())?.[0] ?? "";
}

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel("Company or product").fill("Example");
  await page.getByLabel("E-mail address").fill("ada@example.com");
  await page.getByLabel("Password").fill("long enough for this");
  await page.getByLabel("Website").fill("https://example.com");
}

/** By typing where scripts run, else in the list. */
async function chooseBerlin(page: Page, isTyped: boolean): Promise<void> {
  if (!isTyped) {
    await page.getByLabel("Time zone").selectOption("Europe/Berlin");
    return;
  }
  await page.getByRole("combobox", { name: /^Time zone/ }).click();
  await page.getByRole("combobox", { name: "Search" }).fill("berlin");
  await page.keyboard.press("Enter");
}

for (const javaScriptEnabled of [true, false]) {
  test(`an empty server is set up by the link that it prints, once, ${javaScriptEnabled ? "with" : "without"} scripts`, async ({
    browser,
  }) => {
    const name = await cloneDatabase();
    const env = { APP_SECRET, LOG_LEVEL: "info" };
    const server = await startServer({ databaseUrl: addressOfDatabase(name), env });
    const context = await browser.newContext({ javaScriptEnabled });
    try {
      const link = await printedLink(server);
      const page = await context.newPage();
      // A server that has only just started may still be busy.
      await expect(async () => {
        await page.goto(link.slice(0, -1));
        const gone = page.getByRole("heading", { name: "This server is set up" });
        await expect(gone).toBeVisible({ timeout: 1_000 });
      }).toPass();
      await page.goto(server.url);
      await expect(page.getByRole("heading", { name: "Not set up yet" })).toBeVisible();
      await expect(page.getByText(/set-up link that Allclear printed/)).toBeVisible();
      await page.goto(link);
      await fillIn(page);
      await chooseBerlin(page, javaScriptEnabled);
      await page.getByLabel("Password").fill("short");
      await page.getByRole("button", { name: "Set up" }).click();
      await expect(page.getByText("Should be at least 10 characters")).toBeVisible();
      await expect(page.getByLabel("Company or product")).toHaveValue("Example");
      if (javaScriptEnabled) {
        await expectAccessible(page);
      }
      await page.getByLabel("Password").fill("long enough for this");
      await page.getByLabel("Only members").check();
      await page.getByRole("button", { name: "Set up" }).click();
      await expect(page).toHaveURL(/\/pages\/example\//);
      await page.goto(`${server.url}/pages/example/incidents/new`);
      await expect(page.getByLabel("Notify subscribers")).toBeChecked();
      expect((await server.visit("example", "/")).status).toBe(404);
      await page.goto(`${server.url}/s/example`);
      await expect(page.getByRole("banner")).toContainText("Example");
      await page.goto(`${server.url}/pages/example/settings`);
      await expect(page.locator("[name=time_zone]")).toHaveValue("Europe/Berlin");
      await page.goto(link);
      await expect(page.getByRole("heading", { name: "This server is set up" })).toBeVisible();
      expect(server.output()).toContain("/setup/…");
    } finally {
      await context.close();
      await server.stop();
      await dropDatabase(name);
    }
  });
}
