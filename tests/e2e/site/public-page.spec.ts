import ical from "node-ical";
import { patientDatabase } from "#db/index.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { seedLarge } from "#lib/server/seed/large.ts";
import { visited } from "#tests/support/browser/open-page.ts";
import { expect, test } from "#tests/support/data/demo.ts";
import { mintService } from "#tests/support/data/mint.ts";

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
}) => {
  const weigh = async (subdomain: string) => {
    const { bytes, headers } = await server.visit(subdomain, "/", {
      headers: { "accept-encoding": "br" },
    });
    expect(headers["content-encoding"]).toBe("br");
    return bytes.length;
  };
  expect(await weigh(demo.subdomain)).toBeLessThanOrEqual(8 * 1024);
  await using patient = patientDatabase();
  const large = await seedLarge(systemContext(patient, "test"), {
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
