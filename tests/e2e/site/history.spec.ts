import type { Db } from "#db/index.ts";
import { visited } from "#tests/support/browser/open-page.ts";
import { mintDemo } from "#tests/support/data/demo.ts";
import { oncePerWorker } from "#tests/support/server/per-worker.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { test as base, expect } from "#tests/support/test.ts";

type Demo = { url: string; paths: string[] };

type Place = { database: Db; server: TestServer };

const demoOf = oncePerWorker(async ({ database, server }: Place): Promise<Demo> => {
  const { subdomain, url } = await mintDemo({ database, server }, "past");
  const parent = await database
    .selectFrom("services as parent")
    .innerJoin("services as child", "child.parent_id", "parent.id")
    .innerJoin("status_pages as page", "page.id", "parent.status_page_id")
    .select("parent.id")
    .where("page.subdomain", "=", subdomain)
    .where("parent.parent_id", "is", null)
    .orderBy("parent.id")
    .executeTakeFirstOrThrow();
  const service = `/services/${parent.id}`;
  return { url, paths: ["/history", "/calendar", service, `${service}/uptime`] };
});

const test = base.extend<{ demo: Demo }>({
  demo: async ({ database, server }, use) => use(await demoOf({ database, server })),
});

test("at 320 pixels nothing of the past is cut off, also while a day tells what it was", async ({
  browser,
  demo,
}) => {
  for (const path of demo.paths) {
    const page = await visited(browser, demo.url + path, { viewport: { width: 320, height: 640 } });
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await width(), path).toBeLessThanOrEqual(320);
    for (const place of path === "/calendar" ? [1, 7] : []) {
      await page.locator(`.month td:nth-child(${place}) a`).first().focus();
      expect(await width(), path).toBeLessThanOrEqual(320);
    }
    await page.context().close();
  }
});

test("without JavaScript the history is filtered and turned by month, and a day of the calendar leads to it", async ({
  browser,
  demo,
}) => {
  const page = await visited(browser, `${demo.url}/history`, { javaScriptEnabled: false });
  await page.getByLabel("Type").selectOption({ label: "Maintenance" });
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/type=scheduled/);
  await expect(page.getByRole("heading", { level: 4 }).first()).toBeVisible();
  await expect(page.locator("main h4 + p em").first()).toHaveText("Maintenance");
  const before = page.getByRole("navigation", { name: "Months" }).getByRole("link");
  const month = (await before.first().textContent()) ?? "";
  await before.first().click();
  await expect(page.getByRole("heading", { level: 2, name: month })).toBeVisible();
  await expect(page).toHaveURL(/type=scheduled/);
  await page.goto(`${demo.url}/calendar`);
  const day = page.locator(".month a:is(.n, .j)").last();
  await expect(day.locator("span")).toHaveCSS("opacity", "0");
  await day.hover();
  await expect(day.locator("span")).toHaveCSS("opacity", "1");
  await day.click();
  await expect(page).toHaveURL(/\/history\/\d{4}-\d\d-\d\d$/);
  await expect(page.getByRole("heading", { level: 3 }).first()).toBeVisible();
});

test("by keyboard each day of the calendar tells what it was, and each figure opens", async ({
  browser,
  demo,
}) => {
  const page = await visited(browser, `${demo.url}/calendar`);
  const day = page.locator(".month a:is(.n, .j)").last();
  const first = page.locator(".month a").first();
  await first.focus();
  await expect(first).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.locator(".month a:focus-visible span")).toHaveCSS("opacity", "1");
  for (let steps = 0; steps < 120; steps += 1) {
    if (await day.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await expect(day).toBeFocused();
  await expect(day).toHaveAccessibleName(
    /\d+ \w+: (down|degraded|\d of \d affected,) .+ \(\d+ incidents?\)/,
  );
  await page.goto(demo.url + (demo.paths[2] ?? ""));
  const figure = page.locator(".uptimes a").first();
  const percent = (await figure.locator("b").textContent()) ?? "";
  await figure.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Uptime of");
  await expect(page.locator(".figure dd").first()).toHaveText(percent);
});

test("a service's page leads with what goes on with it", async ({ browser, demo }) => {
  const page = await visited(browser, demo.url);
  const chip = page.locator("article .chips a").first();
  const name = (await chip.textContent()) ?? "";
  const title = (await page.locator("article h2").first().textContent()) ?? "";
  await chip.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  const first = page.getByRole("heading", { level: 3 }).first();
  await expect(first).toHaveText(title);
});
