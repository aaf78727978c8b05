import type { Locator } from "@playwright/test";
import { openIncident, openLivePage } from "#tests/support/browser/open-page.ts";
import { mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const MINUTE = 60_000;

test("an open page shows a change by itself and keeps what the visitor opened", async ({
  page,
  server,
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const service = await mintService(database, id, { name: "Checkout" });
  await openLivePage(page, server.pageUrl(subdomain));
  await page.locator(`#s${service} summary`).click();
  const incident = { title: "Payments fail", type: "major", service_ids: [service] };
  await openIncident(api, subdomain, incident);
  await expect(page.getByRole("heading", { name: "Checkout is down" })).toBeVisible();
  await expect(page.locator(`#s${service}`)).toHaveAttribute("open", "");
  await expect(page.locator(`#s${service} summary`)).toBeFocused();
});

test("a tab in the background tells the state, too: its title and its icon follow", async ({
  page,
  server,
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  await page.addInitScript(() => {
    Object.defineProperty(Document.prototype, "hidden", { get: () => true });
  });
  await page.clock.install();
  await page.goto(server.pageUrl(subdomain));
  const icon = page.locator("head > link[rel=icon]");
  const well = await icon.getAttribute("href");
  const minuteLater = async () => page.clock.fastForward(MINUTE + 3_000);
  const incident = { title: "Payments fail", type: "major", service_ids: [service] };
  const { id } = await openIncident(api, subdomain, incident);
  await minuteLater();
  await expect(page).toHaveTitle(/down/);
  await expect(icon).not.toHaveAttribute("href", String(well));
  await api.post(`/status_pages/${subdomain}/incidents/${id}/updates`, {
    update: { type: "resolved", description: "Over" },
  });
  await minuteLater();
  await expect(page).toHaveTitle(/operational/);
  await expect(icon).toHaveAttribute("href", String(well));
});

test("a visitor chooses a time zone, which stays in the browser, and goes back to the device's", async ({
  browser,
  server,
  organization,
  service: _,
}) => {
  const context = await browser.newContext({ timezoneId: "Asia/Tokyo", locale: "en-GB" });
  const page = await context.newPage();
  await openLivePage(page, server.pageUrl(organization.page.subdomain));
  const told = page.locator("#as-of");
  await expect(told).toHaveText(/\sGMT\+9$/);
  await page.getByRole("button", { name: "Change the time zone" }).click();
  const zones = page.getByRole("combobox", { name: "Change the time zone" });
  await expect(zones).toBeFocused();
  await expect(zones.locator("option").first()).toHaveText("As on this device (Asia/Tokyo)");
  await zones.selectOption("America/New_York");
  await expect(told).toHaveText(/\sE[SD]T$/);
  await expect(page.getByRole("contentinfo")).toContainText("Time zone: Eastern Time (New York)");
  await page.reload();
  await expect(told).toHaveText(/\sE[SD]T$/);
  await page.getByRole("button", { name: "Change the time zone" }).click();
  await zones.selectOption("");
  await expect(told).toHaveText(/\sGMT\+9$/);
  await context.close();
});

test("the language menu works without scripts; with them it closes when something else is meant", async ({
  browser,
  server,
  organization,
  service: _,
}) => {
  const url = server.pageUrl(organization.page.subdomain);
  for (const javaScriptEnabled of [false, true]) {
    const context = await browser.newContext({ javaScriptEnabled, locale: "en-GB" });
    const page = await context.newPage();
    await page.goto(url);
    const german = page.getByRole("link", { name: "Deutsch" });
    await expect(german).toBeHidden();
    await page.locator("summary", { hasText: "English" }).click();
    await expect(german).toBeVisible();
    if (javaScriptEnabled) {
      await page.keyboard.press("Escape");
      await expect(german).toBeHidden();
      await page.locator("summary", { hasText: "English" }).click();
      await page.getByRole("heading", { level: 1 }).click();
      await expect(german).toBeHidden();
      await page.locator("summary", { hasText: "English" }).click();
    }
    await german.click();
    await expect(page.getByRole("heading", { name: "Alle Systeme in Betrieb" })).toBeVisible();
    await context.close();
  }
});

test("what came while the page was open is marked as new until it was seen for a while", async ({
  server,
  page,
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  const updates = [{ description: "First" }];
  const incident = { title: "Payments fail", type: "major", service_ids: [service], updates };
  const { id } = await openIncident(api, subdomain, incident);
  await page.clock.install();
  await openLivePage(page, server.pageUrl(subdomain));
  await expect(page.locator("[data-new].update")).toHaveCount(0);
  await api.post(`/status_pages/${subdomain}/incidents/${id}/updates`, {
    update: { description: "Second" },
  });
  await page.clock.fastForward(3_000);
  const marked = page.locator(".update[data-new]");
  await expect(marked).toContainText("Second");
  await expect(marked).toHaveAttribute("data-new", "New");
  await expect(async () => {
    await page.clock.fastForward(11_000);
    await expect(marked).toHaveCount(0, { timeout: 100 });
  }).toPass();
});

test("a page that cannot reach its server says since when it is not current", async ({
  browser,
  server,
  organization,
  service: _,
}) => {
  const context = await browser.newContext({ timezoneId: "Etc/UTC", locale: "en-GB" });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(server.pageUrl(organization.page.subdomain));
  const asOf = /\d\d:\d\d/.exec((await page.locator("#as-of").textContent()) ?? "")?.[0];
  await context.setOffline(true);
  await page.clock.fastForward(4 * MINUTE);
  const stale = page.getByRole("status").filter({ hasText: "Out of date" });
  await expect(stale).toContainText(`since ${asOf}`);
  await context.close();
});

test("the legend is a quiet line, and the footer's places stand side by side", async ({
  server,
  page,
  organization,
  service: _,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(server.pageUrl(organization.page.subdomain));
  const colour = (of: Locator) => of.evaluate((element) => getComputedStyle(element).color);
  const words = page.locator("#legend > summary");
  expect(await colour(words)).toBe(await colour(page.getByRole("contentinfo")));
  const places = ["History", "Uptime calendar", "Privacy and accessibility"];
  const boxes = await Promise.all(
    places.map((name) =>
      page.getByRole("contentinfo").getByRole("link", { name, exact: true }).boundingBox(),
    ),
  );
  const [history, calendar, privacy] = boxes.map((box) => box ?? { x: 0, y: 0, width: 0 });
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
  const gap = (from = { x: 0, width: 0 }, to = { x: 0 }) => to.x - from.x - from.width;
  expect(gap(history, calendar)).toBeLessThan(40);
  expect(gap(calendar, privacy)).toBeLessThan(40);
});
