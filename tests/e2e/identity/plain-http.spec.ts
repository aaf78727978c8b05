import type { Page } from "@playwright/test";
import { submitSignIn } from "#tests/support/browser/admin.ts";
import { mintPage, mintUser } from "#tests/support/data/mint.ts";
import { APP_SECRET, WITHOUT_WORKER } from "#tests/support/server/env.ts";
import { ownPort } from "#tests/support/server/port.ts";
import { startServer } from "#tests/support/server/server.ts";
import { test as base, expect } from "#tests/support/test.ts";

const NAME = "status.example.test";

/** A server without https, by a name that browsers do not trust as they trust localhost. */
const test = base.extend({
  server: [
    async ({ databaseUrl }, use) => {
      const port = await ownPort();
      const env = { ...WITHOUT_WORKER, APP_SECRET, APP_URL: `http://${NAME}:${port}` };
      const server = await startServer({ databaseUrl, port, env });
      await use({ ...server, url: env.APP_URL });
      await server.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

/** What the last copy put on the clipboard, as typing shows it. */
async function pasted(page: Page): Promise<string> {
  const field = page.getByRole("textbox").first();
  await field.fill("");
  await field.press("ControlOrMeta+v");
  return field.inputValue();
}

test("over plain http a page for members opens with the right password", async ({
  page,
  server,
  database,
  organization: { id },
}) => {
  const { subdomain } = await mintPage(database, id, { member_restricted: true });
  const { email, password } = await mintUser(database, id, "viewer");
  const url = `http://${subdomain}.${NAME}:${server.port}/`;
  await page.goto(url);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await page.getByRole("link", { name: "Sign in" }).click();
  await submitSignIn(page, email, password);
  await expect(page).toHaveURL(url);
  await expect(page.getByRole("link", { name: "Your access" })).toBeVisible();
});

test("over plain http the admin opens after wrong passwords; keys and examples are copied; passkeys are said to need https", async ({
  page,
  server,
  database,
  organization: { id },
}) => {
  const { email, password } = await mintUser(database, id, "editor");
  await page.goto(`${server.url}/sign-in?next=/account/api-keys`);
  for (let time = 0; time < 3; time += 1) {
    await submitSignIn(page, email, `wrong ${time}`);
    await expect(page.getByRole("main").getByRole("alert")).toContainText("do not match");
  }
  await submitSignIn(page, email, password);
  await expect(page).toHaveURL(`${server.url}/account/api-keys`);

  await page.getByLabel("What it is for").fill("Deploys");
  await page.getByRole("button", { name: "Create key" }).click();
  const key = (await page.getByText(/^uk_[\w-]{32}$/).textContent()) ?? "";
  await page.getByRole("button", { name: "Copy" }).click();
  await expect.poll(() => pasted(page)).toBe(key);

  await page.goto(`${server.url}/account/security`);
  await expect(page.getByText("an address that begins with https")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add a passkey" })).toHaveCount(0);

  await page.goto(`${server.url}/docs/api`);
  await page.locator(".copy:visible").first().click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
});
