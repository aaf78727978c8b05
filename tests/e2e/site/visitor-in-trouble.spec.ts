import type { Page } from "@playwright/test";
import { mintPage, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

test("what is new on an open page is told to who does not see it, and nothing else is", async ({
  page,
  server,
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  const live = page.waitForResponse((response) => response.url().endsWith("/live"));
  await page.goto(server.pageUrl(subdomain));
  await live;
  const told = page.locator("body > output");
  await expect(told).toHaveText("");
  const created = await api.post(`/status_pages/${subdomain}/incidents`, {
    incident: { title: "Payments fail", type: "major", service_ids: [service] },
  });
  await expect(told).toHaveText("Checkout is down");
  const incident = created.json<{ incident: { id: number } }>().incident.id;
  await api.post(`/status_pages/${subdomain}/incidents/${incident}/updates`, {
    update: { description: "We found it." },
  });
  await expect(told).toHaveText(/^Reported .+ We found it\.$/);
});

test("who reads an incident on its own page sees its next update come by itself", async ({
  page,
  server,
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  const created = await api.post(`/status_pages/${subdomain}/incidents`, {
    incident: { title: "Payments fail", type: "major", service_ids: [service] },
  });
  const incident = created.json<{ incident: { id: number } }>().incident.id;
  const live = page.waitForResponse((response) => response.url().endsWith("/live"));
  await page.goto(`${server.pageUrl(subdomain)}/incidents/${incident}`);
  await live;
  await api.post(`/status_pages/${subdomain}/incidents/${incident}/updates`, {
    update: { type: "resolved", description: "It works again." },
  });
  await expect(page.getByRole("main").getByText("It works again.")).toBeVisible();
  await expect(page.getByRole("main").getByText("All systems operational")).toBeVisible();
});

test("a page whose live connection a proxy refused connects again", async ({
  page,
  server,
  organization,
}) => {
  await page.addInitScript(() => {
    Math.random = () => 0;
  });
  await page.route("**/live", (route) => route.fulfill({ status: 502 }), { times: 1 });
  const live = page.waitForResponse(
    (response) => response.url().endsWith("/live") && response.status() === 200,
  );
  await page.goto(server.pageUrl(organization.page.subdomain));
  await live;
});

test("a page that nobody sees holds no connection, and is current when it is seen again", async ({
  page,
  server,
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  const isLive = (message: { url(): string }) => message.url().endsWith("/live");
  const turn = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  const live = page.waitForResponse(isLive);
  await page.goto(server.pageUrl(subdomain));
  await live;
  const closed = page.waitForEvent("requestfailed", isLive);
  await turn(true);
  await closed;
  await api.post(`/status_pages/${subdomain}/incidents`, {
    incident: { title: "Payments fail", type: "major", service_ids: [service] },
  });
  await turn(false);
  await expect(page.getByRole("heading", { name: "Checkout is down" })).toBeVisible();
});

test("the sentence leads to the incidents it speaks of, however far below the services they are", async ({
  page,
  server,
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = await mintPage(database, organization.id, {
    settings: { current_incidents_position: "below_services" },
  });
  const service = await mintService(database, id, { name: "Checkout" });
  for (let index = 0; index < 40; index++) await mintService(database, id, { order: 2 });
  for (const title of ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh"])
    await api.post(`/status_pages/${subdomain}/incidents`, {
      incident: { title, type: "major", service_ids: [service] },
    });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(server.pageUrl(subdomain));
  const top = page.getByRole("region", { name: "Checkout is down" });
  await expect(page.getByRole("article", { name: "Fifth" })).not.toBeInViewport();
  await top.getByRole("link", { name: "Fifth" }).click();
  await expect(page.getByRole("article", { name: "Fifth" })).toBeInViewport({ ratio: 1 });
  await top.getByRole("link", { name: "2 more" }).click();
  await expect(page.getByRole("heading", { name: "Open incidents" })).toBeInViewport();
});

/** That no word is broken, and nothing is wider than the screen. */
async function expectWhole(page: Page, width: number): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    width,
  );
  const broken = await page
    .locator(".rows b, h1, h2, h3, th, td, .chips a, em.k, .brand, .ask span, .rail li")
    .evaluateAll((elements) => {
      const halves = (node: Node): string[] => {
        const range = document.createRange();
        return [...(node.textContent ?? "").matchAll(/[^\s-]+/g)].flatMap(({ 0: word, index }) => {
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1 ? [word] : [];
        });
      };
      return elements.flatMap((element) =>
        [...element.childNodes]
          .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
          .flatMap(halves),
      );
    });
  expect(broken).toEqual([]);
}

for (const width of [320, 768, 960]) {
  test(`at ${width} px no name is broken inside a word, and nothing is wider than the screen`, async ({
    page,
    server,
    api,
    organization,
    database,
  }) => {
    const { id, subdomain } = organization.page;
    const root = await mintService(database, id, { name: "North America" });
    await mintService(database, id, { name: "Storefront", parent_id: root });
    const service = await mintService(database, id, { name: "Webhook delivery", parent_id: root });
    await database
      .updateTable("services")
      .set({ display_uptime_graph: true })
      .where("status_page_id", "=", id)
      .execute();
    const description =
      "| Region | Errors | Since |\n|---|---|---|\n| eu-central-1 | 21.4 % | 13:58 |\n\n```\nFATAL: remaining slots are reserved for roles with the SUPERUSER attribute\n```";
    const incident = {
      title: "Webhooks arrive late",
      type: "major",
      service_ids: [service],
      updates: [{ type: "identified", description }],
    };
    await api.post(`/status_pages/${subdomain}/incidents`, { incident });
    await page.setViewportSize({ width, height: 800 });
    for (const lang of ["en", "de"]) {
      await page.goto(`${server.pageUrl(subdomain)}/?lang=${lang}`);
      await expectWhole(page, width);
    }
  });
}
