import { expect, test } from "@playwright/test";
import { closeDatabase, database } from "#db/index.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { startEmbedded } from "#lib/platform/postgres/embedded.ts";
import { arrive, signInByForm } from "#tests/support/browser/admin.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { makeUsedHome } from "#tests/support/server/embedded.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { ownPort } from "#tests/support/server/port.ts";
import { startServer } from "#tests/support/server/server.ts";

test("without the database the admin says so, keeps what was typed, and posts it once the database is back", async ({
  page,
}) => {
  const home = {
    dataDir: (await makeUsedHome()).dataDir,
    settings: { port: String(await ownPort()), fsync: "off" },
  };
  let postgres = await startEmbedded(home);
  provideEnv({ DATABASE_URL: postgres.url, APP_SECRET });
  const organization = await mintOrganization(database());
  await mintService(database(), organization.page.id, { name: "Shop" });
  await closeDatabase();
  const server = await startServer({ databaseUrl: postgres.url, env: { APP_SECRET } });
  try {
    await signInByForm(page, server, organization.owner);
    // The test alone says when the screen is shown anew.
    await page.route("**/live", (route) => route.abort());
    await page.clock.install();
    await arrive(page, `${server.url}/pages/${organization.page.subdomain}/incidents/new`);
    await page.getByLabel("Title").fill("Everything is down");
    await page.getByRole("checkbox", { name: "Shop" }).check();
    await postgres.stop();
    const asked = page.waitForResponse(/\/readyz$/);
    await page.clock.fastForward("01:01");
    expect((await asked).status()).toBe(503);
    await page.getByRole("button", { name: "Post without notifying" }).click();
    await expect(
      page.getByRole("alert").filter({ hasText: "The database cannot be reached" }),
    ).toBeVisible();

    const other = await page.context().newPage();
    await other.goto(`${server.url}/pages/${organization.page.subdomain}/incidents`);
    await expect(other.getByRole("heading", { name: "This page cannot be shown" })).toBeVisible();
    await expect(other.getByText(/In the server’s log: \w+/)).toBeVisible();

    postgres = await startEmbedded(home);
    await expect(async () => expect((await server.request("/readyz")).status).toBe(200)).toPass();
    await page.getByRole("button", { name: "Post without notifying" }).click();
    await expect(page.getByRole("heading", { name: "Everything is down" })).toBeVisible();
    await other.getByRole("button", { name: "Try again" }).click();
    await expect(other.getByRole("link", { name: "Everything is down" }).first()).toBeVisible();
  } finally {
    await server.stop();
    await postgres.stop();
  }
});
