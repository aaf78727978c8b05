import type { Locator, Page } from "@playwright/test";
import type { Db } from "#db/index.ts";
import type { Incident } from "#lib/incidents/schema.ts";
import type { Api } from "#tests/support/api.ts";
import { mintIncident } from "#tests/support/incidents.ts";
import { mintPage, mintService } from "#tests/support/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const MINUTE = 60_000;
const wire = (ms: number) => new Date(ms).toISOString().slice(0, 19);
const fromNow = (minutes: number) => wire(Date.now() + minutes * MINUTE);

async function open(api: Api, subdomain: string, incident: object): Promise<Incident> {
  const path = `/status_pages/${subdomain}/incidents`;
  return (await api.post(path, { incident })).json<{ incident: Incident }>().incident;
}

async function live(page: Page, url: string): Promise<void> {
  const listening = page.waitForResponse((response) => response.url().endsWith("/live"));
  await page.goto(url);
  await listening;
}

test("a single open incident is the top of the page, told once; several are a list that leads to each", async ({
  page,
  server,
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  const updates = [{ type: "investigating", description: "Cards are declined." }];
  const first = { title: "Payments fail", type: "major", service_ids: [service], updates };
  const { id } = await open(api, subdomain, first);
  await page.goto(server.pageUrl(subdomain));
  const top = page.getByRole("region", { name: "Checkout is down" });
  await expect(top.getByRole("article", { name: "Payments fail" })).toContainText("declined.");
  await expect(top.getByRole("list", { name: "Affected services" })).toHaveText("Checkout");
  await expect(page.getByRole("link", { name: "Payments fail" })).toHaveCount(1);
  await expect(page.getByText("Cards are declined.")).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "Open incidents" })).toHaveCount(0);
  await page.getByRole("link", { name: "Payments fail" }).click();
  await expect(page).toHaveURL(new RegExp(`/incidents/${id}$`));

  await open(api, subdomain, { title: "Search is slow", type: "minor", service_ids: [service] });
  await page.goto(server.pageUrl(subdomain));
  const listed = top.getByRole("listitem").getByRole("link");
  await expect(listed).toHaveText(["Payments fail", "Search is slow"]);
  await expect(page.getByRole("region", { name: "Open incidents" })).toContainText("declined.");
});

test("open incidents stand before anything planned, wherever the operator puts them", async ({
  server,
  api,
  organization,
  database,
}) => {
  for (const current_incidents_position of ["below_services", "above_services"]) {
    const { id, subdomain } = await mintPage(database, organization.id, {
      settings: { current_incidents_position },
    });
    const service = await mintService(database, id);
    const span = { starts_at: fromNow(-10), ends_at: fromNow(60) };
    const planned = { title: "Upgrade", type: "scheduled", service_ids: [service], ...span };
    await open(api, subdomain, planned);
    for (const title of ["First", "Second"])
      await open(api, subdomain, { title, type: "minor", service_ids: [service] });
    const { text } = await server.visit(subdomain);
    const places = ['id="now"', 'id="open"', 'id="maintenance"'].map((id) => text.indexOf(id));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  }
});

test("a promise is told with its time; past due the page says so, by itself and without scripts", async ({
  browser,
  server,
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  const update = { description: "On it.", next_update_at: fromNow(30) };
  const incident = { title: "Payments fail", type: "major", service_ids: [service] };
  const { id } = await open(api, subdomain, { ...incident, updates: [update] });
  const page = await (await browser.newContext({ timezoneId: "Etc/UTC" })).newPage();
  for (const path of ["/", `/incidents/${id}`]) {
    await page.clock.install({ time: Date.now() });
    await page.goto(server.pageUrl(subdomain) + path);
    const promise = page.locator("[data-due]");
    await expect(promise).toHaveText(/^next update by .*\d\d:\d\d\sUTC/, { useInnerText: true });
    await page.context().setOffline(true);
    await page.clock.fastForward(31 * MINUTE);
    await expect(promise).toHaveText(/^next update was due .*\d\d:\d\d/, { useInnerText: true });
    await page.context().setOffline(false);
  }
  await page.context().close();
  const path = `/status_pages/${subdomain}/incidents/${id}/updates`;
  await api.post(path, { update: { description: "Late.", next_update_at: fromNow(-1) } });
  const { text } = await server.visit(subdomain);
  expect(text).toMatch(/<span hidden="">next update by [\s\S]+<span>next update was due /);
  await api.post(path, { update: { type: "resolved", description: "Done." } });
  expect((await server.visit(subdomain)).text).not.toContain("data-due");
});

test("the stage rail tells what was done and what is now; other updates change nothing, and no step is claimed", async ({
  server,
  page,
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  const { id } = await open(api, subdomain, {
    title: "Payments fail",
    type: "minor",
    service_ids: [service],
  });
  const rail = page.getByRole("list", { name: "Progress" });
  const post = async (type: string) => {
    const update = { type, description: type };
    await api.post(`/status_pages/${subdomain}/incidents/${id}/updates`, { update });
    await page.goto(`${server.pageUrl(subdomain)}/incidents/${id}`);
  };
  const steps = () =>
    rail
      .getByRole("listitem")
      .evaluateAll((items) =>
        items.map((item) => (item.ariaCurrent === "step" ? "now" : item.className)),
      );
  await post("update");
  await expect(rail).toHaveCount(0);
  await post("investigating");
  expect(await steps()).toEqual(["now", "", "", ""]);
  await post("escalate");
  await post("monitoring");
  await post("update");
  expect(await steps()).toEqual(["did", "", "now", ""]);
  await expect(rail).toHaveText("InvestigatingIdentifiedMonitoringResolved");
});

test("what was resolved today stays in green with how long it lasted, and is told in full once", async ({
  server,
  page,
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  const updates = [{ type: "resolved", description: "Works again.", posted_at: fromNow(-20) }];
  const times = { starts_at: fromNow(-71) };
  const incident = { title: "Payments fail", type: "major", service_ids: [service], updates };
  await open(api, subdomain, { ...incident, ...times });
  await page.goto(server.pageUrl(subdomain));
  await expect(page.getByRole("heading", { name: "All systems operational" })).toBeVisible();
  const card = page.getByRole("region", { name: "Recently resolved" }).getByRole("article");
  await expect(card).toContainText(/Resolved\s+lasted 51\smin/);
  await expect(page.getByText("Works again.")).toHaveCount(1);
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

async function mintTree(db: Db, pageId: number, children: number): Promise<number[]> {
  const root = await mintService(db, pageId, { name: "Europe" });
  const ids = [root];
  for (let index = 1; index <= children; index++)
    ids.push(await mintService(db, pageId, { name: `Node ${index}`, parent_id: root }));
  return ids;
}

test("a parent whose children differ says how many are in its state; one that is hit itself, or wholly, does not", async ({
  server,
  page,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const [root = 0, first = 0, ...others] = await mintTree(database, id, 5);
  const state = page.locator(`#s${root} > summary em`);
  const hit = (service_ids: number[]) =>
    mintIncident(database, id, {
      severity: "major",
      starts_at: fromNow(-30),
      ends_at: null,
      service_ids,
    });
  await hit([first]);
  await page.goto(server.pageUrl(subdomain));
  await expect(state).toHaveText("1 of 5 down");
  const whole = await mintPage(database, organization.id, {});
  const [top = 0, ...all] = await mintTree(database, whole.id, 2);
  await mintIncident(database, whole.id, {
    severity: "major",
    starts_at: fromNow(-30),
    ends_at: null,
    service_ids: all,
  });
  await page.goto(server.pageUrl(whole.subdomain));
  await expect(page.locator(`#s${top} > summary em`)).toHaveText("Down");
  expect(others.length).toBe(4);
});

test("only what is affected is shown on demand, with the way to it, also after a refresh", async ({
  server,
  page,
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const [, ...nodes] = await mintTree(database, id, 20);
  await mintService(database, id, { name: "Elsewhere" });
  await open(api, subdomain, { title: "Down", type: "major", service_ids: nodes.slice(0, 1) });
  await live(page, server.pageUrl(subdomain));
  await page.getByRole("checkbox", { name: "Only affected" }).check();
  const row = (name: string) => page.locator(".rows b").getByText(name, { exact: true });
  await expect(row("Node 1")).toBeVisible();
  await expect(row("Node 2")).toBeHidden();
  await expect(row("Elsewhere")).toBeHidden();
  await expect(page.locator(".find output")).toHaveText("2 services");
  await open(api, subdomain, { title: "Down too", type: "minor", service_ids: nodes.slice(1, 2) });
  await expect(row("Node 2")).toBeVisible();
  await expect(row("Elsewhere")).toBeHidden();
  await page.getByRole("checkbox", { name: "Only affected" }).uncheck();
  await expect(row("Elsewhere")).toBeVisible();
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
  const { id } = await open(api, subdomain, incident);
  await page.clock.install();
  await live(page, server.pageUrl(subdomain));
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

test("written from right to left nothing is wider than the screen, and days still go to the right", async ({
  page,
  server,
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const [, ...nodes] = await mintTree(database, id, 16);
  await database.updateTable("services").set({ display_uptime_graph: true }).execute();
  const updates = [{ type: "investigating", description: "Cards are declined." }];
  await open(api, subdomain, { title: "Down", type: "major", service_ids: nodes, updates });
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(server.pageUrl(subdomain));
  await page.evaluate(() => {
    document.documentElement.dir = "rtl";
  });
  const widest = () =>
    page.evaluate(() =>
      Math.max(
        ...[...document.body.querySelectorAll(":is(main, header) *:not(svg *)")].map(
          (element) => -element.getBoundingClientRect().left,
        ),
      ),
    );
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(await widest()).toBeLessThanOrEqual(1);
  const [first, last] = await page.locator(".axis > span").all();
  const [ago, today] = [await first?.boundingBox(), await last?.boundingBox()];
  expect(ago?.x).toBeLessThan(today?.x ?? 0);
});
