import { join } from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { systemContext } from "#lib/core/request/context.ts";
import { seedDemo } from "#lib/server/seed/demo.ts";
import { arrive, submitSignIn } from "#tests/support/browser/admin.ts";
import { ROOT } from "#tests/support/code/sources.ts";
import { type Api, apiOf } from "#tests/support/http/api.ts";
import { test } from "#tests/support/test.ts";

test.use({ deviceScaleFactor: 2, locale: "en-US", timezoneId: "Europe/Berlin" });

type Incidents = { incidents: { id: number; title: string }[] };
type Notices = { info_notices: { id: number }[] };

const FRAME = { top: 2, bottom: 2, left: 2, right: 2, background: "#80808060" };

/** Writes two framed pictures of what the browser shows, light and dark, with few colors. */
async function photograph(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const file = join(ROOT, `docs/screenshots/${name}-${colorScheme}.png`);
    const picture = sharp(await page.screenshot())
      .ensureAlpha()
      .extend(FRAME);
    await picture.png({ palette: true, effort: 10 }).toFile(file);
  }
}

/** Deletes what stands between the open incident and the services, for a picture of both. */
async function clearBetween(api: Api, page: string): Promise<void> {
  const { incidents } = (await api.get(`${page}/incidents?limit=100`)).json<Incidents>();
  for (const { id, title } of incidents)
    if (/^Invoices are sent late|^Database upgrade/.test(title))
      await api.delete(`${page}/incidents/${id}`);
  const { info_notices } = (await api.get(`${page}/info_notices`)).json<Notices>();
  for (const { id } of info_notices) await api.delete(`${page}/info_notices/${id}`);
}

test("draws the pictures of README", async ({ page, server, database }) => {
  const demo = await seedDemo(systemContext(database, "test"), "acme");
  await clearBetween(apiOf(server, demo.token), `/status_pages/${demo.subdomain}`);

  await page.setViewportSize({ width: 1080, height: 1100 });
  await page.goto(server.pageUrl(demo.subdomain));
  await photograph(page, "status-page");

  await page.setViewportSize({ width: 1200, height: 905 });
  await page.goto(`${server.url}/sign-in`);
  await submitSignIn(page, demo.email, demo.password);
  await page.waitForURL((url) => url.pathname !== "/sign-in");
  await arrive(page, `${server.url}/pages/${demo.subdomain}/now`);
  await page.getByRole("radio", { name: "Resolved" }).check({ force: true });
  await page.getByLabel("Text").fill("Deliveries have caught up, and every webhook has arrived.");
  await page.getByLabel("Notify subscribers").check();
  await page.getByText("On your page").waitFor();
  await photograph(page, "admin");
});
