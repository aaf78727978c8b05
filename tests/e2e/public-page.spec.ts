import AxeBuilder from "@axe-core/playwright";
import type { Browser, Page } from "@playwright/test";
import ical from "node-ical";
import type { Context } from "#lib/context.ts";
import { seedDemo } from "#lib/seed/demo.ts";
import { seedLarge } from "#lib/seed/large.ts";
import { mintIncident } from "#tests/support/incidents.ts";
import { mintPage, mintService } from "#tests/support/mint.ts";
import { test as base, expect } from "#tests/support/test.ts";

type Demo = { subdomain: string; url: string };

const test = base.extend<object, { demo: Demo }>({
  demo: [
    async ({ database, server }, use, { workerIndex }) => {
      const ctx: Context = {
        db: database,
        actor: { kind: "system" },
        address: null,
        request_id: "test",
      };
      const { subdomain } = await seedDemo(ctx, `demo${workerIndex}`);
      await use({ subdomain, url: server.pageUrl(subdomain) });
    },
    { scope: "worker" },
  ],
});

async function linkIn(page: Page, url: string, start: string): Promise<string> {
  await page.goto(url);
  const link = await page.locator(`main a[href^="${start}"]`).first().getAttribute("href");
  return new URL(link ?? "", url).href;
}

async function visited(
  browser: Browser,
  url: string,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<Page> {
  const page = await (
    await browser.newContext({ timezoneId: "Europe/Berlin", locale: "en-GB", ...options })
  ).newPage();
  await page.goto(url);
  return page;
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing on the visitor's pages, ${colorScheme}`, async ({
    browser,
    demo,
    page,
    server,
    database,
    organization,
  }) => {
    test.slow();
    const addresses = [
      demo.url,
      `${demo.url}/?lang=de`,
      `${demo.url}/nothing-here`,
      `${demo.url}/privacy`,
      `${demo.url}/history/${new Date().toISOString().slice(0, 10)}`,
    ];
    const restricted = await mintPage(database, organization.id, { member_restricted: true });
    addresses.push(server.pageUrl(restricted.subdomain));
    for (const start of ["/incidents/", "/info_notices/", "/services/"])
      addresses.push(await linkIn(page, demo.url, start));
    for (const address of addresses) {
      const opened = await visited(browser, address, { colorScheme });
      await opened.evaluate(() => {
        for (const details of document.querySelectorAll("details")) details.open = true;
      });
      const rules = { "target-size": { enabled: true } };
      const options = colorScheme === "dark" ? { runOnly: ["color-contrast"] } : { rules };
      const { violations } = await new AxeBuilder({ page: opened }).options(options).analyze();
      expect(
        violations.map(({ id, nodes }) => ({ id, nodes: nodes.map((node) => node.html) })),
        address,
      ).toEqual([]);
      await opened.context().close();
    }
  });
}

test("without JavaScript the page is complete: state, incidents, bad days in words, links", async ({
  browser,
  demo,
}) => {
  const page = await visited(browser, demo.url, { javaScriptEnabled: false });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const name of ["Maintenance", "Services", "Past days"])
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  expect(await page.locator("[data-d] a").count()).toBeGreaterThan(5);
  await expect(page.locator("#find")).toBeHidden();
  await page.getByRole("article").first().getByRole("heading").getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Timeline" })).toBeVisible();
});

test("on a phone nothing is cut off", async ({ browser, demo, page }) => {
  for (const address of [
    demo.url,
    await linkIn(page, demo.url, "/incidents/"),
    await linkIn(page, demo.url, "/services/"),
  ]) {
    const phone = await visited(browser, address, { viewport: { width: 360, height: 740 } });
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      360,
    );
  }
});

test("a first visit takes at most 4 requests and 20 KB, beside the connection that tells of changes, and nothing shifts", async ({
  browser,
  demo,
}) => {
  for (const timezoneId of ["Europe/Berlin", "America/New_York"]) {
    const context = await browser.newContext({ timezoneId });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    let [requests, bytes] = [0, 0];
    session.on(
      "Network.requestWillBeSent",
      ({ request, type }) => request.url.startsWith("http") && type !== "EventSource" && requests++,
    );
    session.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          (window as { shift?: number }).shift =
            ((window as { shift?: number }).shift ?? 0) +
            (entry as unknown as { value: number }).value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(demo.url);
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    expect(requests).toBeLessThanOrEqual(4);
    expect(bytes).toBeLessThanOrEqual(20 * 1024);
    expect(await page.evaluate(() => (window as { shift?: number }).shift ?? 0)).toBe(0);
    await context.close();
  }
});

test("HTML stays small: 8 KB for the demo, 45 KB for 478 services with 90 days of bars", async ({
  server,
  demo,
  database,
}) => {
  const weigh = async (subdomain: string) => {
    const { bytes, headers } = await server.visit(subdomain, "/", {
      headers: { "accept-encoding": "br" },
    });
    expect(headers["content-encoding"]).toBe("br");
    return bytes.length;
  };
  expect(await weigh(demo.subdomain)).toBeLessThanOrEqual(8 * 1024);
  const ctx: Context = {
    db: database,
    actor: { kind: "system" },
    address: null,
    request_id: "test",
  };
  const large = await seedLarge(ctx, {
    services: 478,
    incidents: 10_000,
    days: 90,
    seed: 1,
    subdomain: "large",
  });
  expect(await weigh(large.subdomain)).toBeLessThanOrEqual(45 * 1024);
});

test("times are the visitor's, unless the page enforces its own", async ({ browser, demo }) => {
  const page = await visited(browser, demo.url, { timezoneId: "America/New_York" });
  await expect(page.locator("#as-of")).toHaveText(/^\d\d:\d\d\sE[SD]T$/);
});

test("an open page shows a change by itself and keeps what the visitor opened", async ({
  page,
  server,
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const service = await mintService(database, id, { name: "Checkout" });
  const live = page.waitForResponse((response) => response.url().endsWith("/live"));
  await page.goto(server.pageUrl(subdomain));
  await live;
  await page.locator(`#s${service} summary`).click();
  await api.post(`/status_pages/${subdomain}/incidents`, {
    incident: { title: "Payments fail", type: "major", service_ids: [service] },
  });
  await expect(page.getByRole("heading", { name: "Checkout is down" })).toBeVisible({
    timeout: 10_000,
  });
  await expect(page.locator(`#s${service}`)).toHaveAttribute("open", "");
  await expect(page.locator(`#s${service} summary`)).toBeFocused();
});

test("a day says in words what it was, pointed at or walked to with the arrow keys, and opens where it is clicked", async ({
  page,
  server,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const service = await mintService(database, id, { name: "Checkout" });
  await database
    .updateTable("services")
    .set({ display_uptime_graph: true, inserted_at: "2020-01-01T00:00:00" })
    .where("id", "=", service)
    .execute();
  const starts_at = new Date(Date.now() - 72 * 60_000).toISOString().slice(0, 19);
  await mintIncident(database, id, {
    severity: "major",
    starts_at,
    ends_at: null,
    service_ids: [service],
  });
  await page.goto(server.pageUrl(subdomain));
  const hint = page.locator("#hint");
  await page.locator(`#s${service} summary`).focus();
  await expect(hint).toBeAttached();
  await page.keyboard.press("ArrowLeft");
  await expect(hint).toHaveText(/^\d+ \w+: down .*\(1 incident\)$/);
  await page.keyboard.press("Escape");
  await expect(hint).toBeHidden();
  await page.locator(`#s${service} .b`).hover({ position: { x: 5, y: 20 } });
  await expect(hint).toHaveText(/^\d+ \w+: No incidents$/);
  await expect(page.locator("#day")).toBeVisible();
  const { width = 0 } = (await page.locator(`#s${service} .b`).boundingBox()) ?? {};
  await page.locator(`#s${service} .b`).click({ position: { x: width - 4, y: 20 } });
  await expect(page).toHaveURL(/\/history\/\d{4}-\d\d-\d\d$/);
});

test("search finds a service in the tree and shows the way to it", async ({
  page,
  server,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const root = await mintService(database, id, { name: "Europe" });
  for (let index = 0; index < 20; index++)
    await mintService(database, id, { name: `Node ${index}`, parent_id: root });
  await page.goto(server.pageUrl(subdomain));
  await page.getByRole("searchbox").fill("node 17");
  await expect(page.getByText("Node 17", { exact: true })).toBeVisible();
  await expect(page.getByText("Node 16", { exact: true })).toBeHidden();
  await expect(page.locator(".find output")).toHaveText("1 service");
  await page.getByRole("searchbox").fill("");
  await expect(page.getByText("Node 17", { exact: true })).toBeHidden();
});

test("feeds are well-formed and hold what was written, whatever characters it has", async ({
  page,
  server,
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const service = await mintService(database, id, { name: "A & B <C>" });
  const title = 'Cards & "wallets" <fail> ]]>';
  const updates = [{ description: "<script>alert(1)</script> ]]> & 1 < 2 \u0001" }];
  await api.post(`/status_pages/${subdomain}/incidents`, {
    incident: { title, type: "major", service_ids: [service], updates },
  });
  const feeds = await Promise.all(
    ["/rss", "/atom"].map(async (path) => (await server.visit(subdomain, path)).text),
  );
  const read = await page.evaluate((texts) => {
    return texts.map((text) => {
      const xml = new DOMParser().parseFromString(text, "application/xml");
      const content = xml.querySelector("item > description, entry > content")?.textContent ?? "";
      const html = new DOMParser().parseFromString(content, "text/html");
      return {
        error: xml.querySelector("parsererror")?.textContent,
        scripts: html.scripts.length,
        text: html.body.textContent,
      };
    });
  }, feeds);
  for (const feed of read)
    expect(feed).toMatchObject({
      error: undefined,
      scripts: 0,
      text: expect.stringContaining("Affects: A & B <C>"),
    });
  for (const text of feeds) expect(text).toMatch(/Cards (&|&amp;) /);
  const calendar = ical.sync.parseICS((await server.visit(subdomain, "/calendar.ics")).text);
  const summaries = Object.values(calendar).map((event) =>
    event?.type === "VEVENT" ? event.summary : "",
  );
  expect(summaries.join()).toContain(title);
});
