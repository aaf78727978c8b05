import type { Db } from "#db/index.ts";
import { fromNow, openIncident, openLivePage } from "#tests/support/browser/open-page.ts";
import { mintIncident } from "#tests/support/data/incidents.ts";
import { mintPage, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

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
  await openIncident(api, subdomain, {
    title: "Down",
    type: "major",
    service_ids: nodes.slice(0, 1),
  });
  await openLivePage(page, server.pageUrl(subdomain));
  await page.getByRole("checkbox", { name: "Only affected" }).check();
  const row = (name: string) => page.locator(".rows b").getByText(name, { exact: true });
  await expect(row("Node 1")).toBeVisible();
  await expect(row("Node 2")).toBeHidden();
  await expect(row("Elsewhere")).toBeHidden();
  await expect(page.locator(".find output")).toHaveText("2 services");
  await openIncident(api, subdomain, {
    title: "Down too",
    type: "minor",
    service_ids: nodes.slice(1, 2),
  });
  await expect(row("Node 2")).toBeVisible();
  await expect(row("Elsewhere")).toBeHidden();
  await page.getByRole("checkbox", { name: "Only affected" }).uncheck();
  await expect(row("Elsewhere")).toBeVisible();
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
  await openIncident(api, subdomain, { title: "Down", type: "major", service_ids: nodes, updates });
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

test("days before a service was added are an outline, also when it fails on its first day", async ({
  server,
  page,
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const service = await mintService(database, id, { display_uptime_graph: true });
  await openIncident(api, subdomain, { title: "Down", type: "major", service_ids: [service] });
  await page.goto(server.pageUrl(subdomain));
  const bars = page.locator(`#s${service} .b`);
  await expect(bars.locator(".j")).toHaveCSS("stroke-width", "0.75px");
  await expect(bars.locator(".u")).toHaveCSS("stroke-width", "1px");
});

const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";

test("no name scrolls a phone sideways, and the header stays on one line", async ({
  server,
  page,
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  await database.updateTable("status_pages").set({ name: LONG }).where("id", "=", id).execute();
  const parent = await mintService(database, id, { name: LONG, display_uptime_graph: true });
  const child = { name: `${LONG}.example.com`, parent_id: parent, display_uptime_graph: true };
  const part = await mintService(database, id, child);
  const incident = { title: `https://example.com/${LONG}`, type: "minor", service_ids: [part] };
  const { id: own } = await openIncident(api, subdomain, incident);
  await page.setViewportSize({ width: 320, height: 700 });
  for (const path of ["/", `/services/${part}`, `/incidents/${own}`, "/calendar"]) {
    await page.goto(server.pageUrl(subdomain) + path);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, path).toBeLessThanOrEqual(320);
    const { height = 0 } = (await page.getByRole("banner").boundingBox()) ?? {};
    expect(height, path).toBeLessThanOrEqual(72);
  }
});

for (const width of [390, 1280])
  test(`at ${width} px the days of a part stand below those of the whole, and percentages in a column`, async ({
    server,
    page,
    organization,
    database,
  }) => {
    const { id, subdomain } = organization.page;
    const [root, first = 0] = await mintTree(database, id, 3);
    const service_ids = [first];
    const span = { starts_at: fromNow(-30), ends_at: null };
    await mintIncident(database, id, { severity: "major", ...span, service_ids });
    await database
      .updateTable("services")
      .set({ display_uptime_graph: true })
      .where("status_page_id", "=", id)
      .execute();
    await page.setViewportSize({ width, height: 800 });
    await page.goto(server.pageUrl(subdomain));
    const boxes = (part: string) =>
      page.locator(`#s${root} ${part}`).evaluateAll((all) =>
        all.map((each) => {
          const { left, right } = each.getBoundingClientRect();
          return { left, right };
        }),
      );
    const bars = await boxes(".b");
    expect(bars).toHaveLength(4);
    expect(new Set(bars.map(({ left, right }) => `${left}–${right}`)).size).toBe(1);
    const percentages = await boxes("summary > i");
    expect(new Set(percentages.map(({ right }) => Math.round(right))).size).toBe(1);
  });

test("a new page says nothing of the days before it was made", async ({
  server,
  page,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  await page.goto(server.pageUrl(subdomain));
  const days = page.getByRole("region", { name: "Past days" }).getByRole("listitem");
  await expect(days).toHaveCount(1);
  await expect(days).toContainText("No incidents");
  const yesterday = fromNow(-1440).slice(0, 10);
  const answer = await page.goto(`${server.pageUrl(subdomain)}/history/${yesterday}`);
  expect(answer?.status()).toBe(404);
  await page.goto(`${server.pageUrl(subdomain)}/services/${service}`);
  const today = Number(fromNow(0).slice(8, 10));
  await expect(page.getByText(/^No incidents or maintenance since/)).toContainText(`${today} `);
  await page.goto(`${server.pageUrl(subdomain)}/day`);
  await page.getByLabel("Day").fill(yesterday);
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByText("This page has no history for that day.")).toBeVisible();
});
