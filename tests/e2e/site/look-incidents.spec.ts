import { fromNow, openIncident } from "#tests/support/browser/open-page.ts";
import { mintPage, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const MINUTE = 60_000;

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
  const { id } = await openIncident(api, subdomain, first);
  await page.goto(server.pageUrl(subdomain));
  const top = page.getByRole("region", { name: "Checkout is down" });
  await expect(top.getByRole("article", { name: "Payments fail" })).toContainText("declined.");
  await expect(top.getByRole("list", { name: "Affected services" })).toHaveText("Checkout");
  await expect(page.getByRole("link", { name: "Payments fail" })).toHaveCount(1);
  await expect(page.getByText("Cards are declined.")).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "Open incidents" })).toHaveCount(0);
  await page.getByRole("link", { name: "Payments fail" }).click();
  await expect(page).toHaveURL(new RegExp(`/incidents/${id}$`));

  await openIncident(api, subdomain, {
    title: "Search is slow",
    type: "minor",
    service_ids: [service],
  });
  await page.goto(server.pageUrl(subdomain));
  const listed = top.getByRole("listitem").getByRole("link");
  await expect(listed).toHaveText(["Payments fail", "Search is slow"]);
  await expect(page.getByRole("region", { name: "Open incidents" })).toContainText("declined.");
});

test("where the operator wants incidents below the services, a single one is told there and named at the top", async ({
  page,
  server,
  api,
  organization,
  database,
}) => {
  const settings = { current_incidents_position: "below_services" };
  const { id, subdomain } = await mintPage(database, organization.id, { settings });
  const service = await mintService(database, id, { name: "Checkout" });
  const updates = [{ description: "Cards are declined." }];
  const incident = { title: "Payments fail", type: "major", service_ids: [service], updates };
  await openIncident(api, subdomain, incident);
  await page.goto(server.pageUrl(subdomain));
  const top = page.getByRole("region", { name: "Checkout is down" });
  await expect(top.getByRole("link", { name: "Payments fail" })).toHaveAttribute("href", /^#i/);
  await expect(top).not.toContainText("Cards are declined.");
  const [services, told] = await Promise.all(
    ["Services", "Open incidents"].map((name) =>
      page.getByRole("heading", { name, exact: true }).boundingBox(),
    ),
  );
  expect(services?.y).toBeLessThan(told?.y ?? 0);
  await expect(page.getByText("Cards are declined.")).toHaveCount(1);
});

test("maintenance is completed, not resolved, and has lasted once it is over", async ({
  page,
  server,
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  const span = { starts_at: fromNow(-90), ends_at: fromNow(60) };
  const planned = { title: "Upgrade", type: "scheduled", service_ids: [service], ...span };
  const { id } = await openIncident(api, subdomain, planned);
  const url = `${server.pageUrl(subdomain)}/incidents/${id}`;
  await page.goto(url);
  await expect(page.locator("main")).toContainText("ends in");
  const update = { type: "resolved", description: "Done." };
  await api.post(`/status_pages/${subdomain}/incidents/${id}/updates`, { update });
  await page.goto(url);
  await expect(page.locator("main .line").first()).toContainText(/Completed.*lasted 1/);
  await expect(page.locator(".update strong").first()).toHaveText("Completed");
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
    await openIncident(api, subdomain, planned);
    for (const title of ["First", "Second"])
      await openIncident(api, subdomain, { title, type: "minor", service_ids: [service] });
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
  const { id } = await openIncident(api, subdomain, { ...incident, updates: [update] });
  const page = await (await browser.newContext({ timezoneId: "Etc/UTC" })).newPage();
  for (const path of ["/", `/incidents/${id}`]) {
    await page.clock.install({ time: Date.now() });
    await page.goto(server.pageUrl(subdomain) + path);
    const promise = page.locator("[data-due]");
    await expect(promise).toHaveText(/^next update by .*\d\d:\d\d\sUTC/i, { useInnerText: true });
    await page.context().setOffline(true);
    await page.clock.fastForward(31 * MINUTE);
    await expect(promise).toHaveText(/^next update was due .*\d\d:\d\d/i, { useInnerText: true });
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
  const { id } = await openIncident(api, subdomain, {
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
  await openIncident(api, subdomain, { ...incident, ...times });
  await page.goto(server.pageUrl(subdomain));
  await expect(page.getByRole("heading", { name: "All systems operational" })).toBeVisible();
  const card = page.getByRole("region", { name: "Recently resolved" }).getByRole("article");
  await expect(card).toContainText(/Resolved\s+lasted 51\smin/);
  await expect(page.getByText("Works again.")).toHaveCount(1);
});

test("the stages tick what was posted and nothing else, and are green once it is resolved", async ({
  page,
  server,
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  const updates = [{ type: "identified", description: "A disk is full." }];
  const incident = { title: "Payments fail", type: "major", service_ids: [service], updates };
  const { id } = await openIncident(api, subdomain, incident);
  const url = `${server.pageUrl(subdomain)}/incidents/${id}`;
  const stages = page.getByRole("list", { name: "Progress" });
  await page.goto(url);
  await expect(stages.locator("[aria-current]")).toHaveText("Identified");
  await expect(stages.locator(".did")).toHaveCount(0);
  const resolved = { update: { type: "resolved", description: "Cleared." } };
  await api.post(`/status_pages/${subdomain}/incidents/${id}/updates`, resolved);
  await page.goto(url);
  await expect(stages.locator(".did")).toHaveText(["Identified", "Resolved"]);
  await expect(stages).toHaveClass("rail o");
});

test("a maintenance that runs alone is the top of the page, told once", async ({
  page,
  server,
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  const updates = [{ type: "scheduled", description: "We swap a disk." }];
  const span = { starts_at: fromNow(-10), ends_at: fromNow(60) };
  const planned = { title: "Upgrade", type: "scheduled", service_ids: [service], updates, ...span };
  await openIncident(api, subdomain, planned);
  await page.goto(server.pageUrl(subdomain));
  const top = page.getByRole("region", { name: /^Maintenance in progress: Checkout, until/ });
  await expect(top.getByRole("article", { name: "Upgrade" })).toContainText("We swap a disk.");
  await expect(top).toContainText(/In progress[\s\S]*ends in/i);
  await expect(page.getByRole("link", { name: "Upgrade" })).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "Maintenance", exact: true })).toHaveCount(0);
  const incident = { title: "Search is slow", type: "minor", service_ids: [service] };
  await openIncident(api, subdomain, incident);
  await page.goto(server.pageUrl(subdomain));
  const maintenance = page.getByRole("region", { name: "Maintenance", exact: true });
  await expect(maintenance).toContainText("We swap a disk.");
});

test("the page of an incident begins as its card does, and its timeline is what was said before", async ({
  page,
  server,
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  const updates = [
    { type: "investigating", description: "Cards are declined.", posted_at: fromNow(-20) },
    { type: "identified", description: "A disk is full.", posted_at: fromNow(-5) },
  ];
  const times = { starts_at: fromNow(-20) };
  const incident = { title: "Payments fail", type: "major", service_ids: [service], updates };
  const { id } = await openIncident(api, subdomain, { ...incident, ...times });
  await page.goto(`${server.pageUrl(subdomain)}/incidents/${id}`);
  const top = page.getByRole("region", { name: "Payments fail" });
  await expect(top).toHaveClass("now j");
  await expect(top).toContainText(/Outage[\s\S]*2\d\smin/);
  await expect(top.getByRole("list", { name: "Affected services" })).toHaveText("Checkout");
  await expect(top.getByRole("list", { name: "Progress" })).toBeVisible();
  await expect(top).toContainText("A disk is full.");
  await expect(top.getByRole("link", { name: "Follow this incident" })).toBeVisible();
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline).toContainText("Cards are declined.");
  await expect(page.getByText("A disk is full.")).toHaveCount(1);
  const resolved = { update: { type: "resolved", description: "Cleared." } };
  await api.post(`/status_pages/${subdomain}/incidents/${id}/updates`, resolved);
  await page.goto(`${server.pageUrl(subdomain)}/incidents/${id}`);
  await expect(top).toHaveClass("now o");
  await expect(top).toContainText(/Resolved[\s\S]*lasted 2\d\smin/i);
});

test("what was posted within a minute is just now, with scripts and without, until it is older", async ({
  page,
  browser,
  server,
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  const updates = [{ description: "Cards are declined." }];
  const incident = { title: "Payments fail", type: "major", service_ids: [service], updates };
  await openIncident(api, subdomain, incident);
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await plain.goto(server.pageUrl(subdomain));
  const told = { useInnerText: true };
  await expect(plain.locator(".update .ago")).toHaveText(/^just now$/i, told);
  await expect(plain.locator(".say .ago")).toHaveText("Updated just now", told);
  await plain.context().close();
  await page.clock.install({ time: Date.now() });
  await page.goto(server.pageUrl(subdomain));
  await page.context().setOffline(true);
  await expect(page.locator(".update .ago")).toHaveText(/^just now$/i, told);
  await page.clock.fastForward(2 * MINUTE);
  await expect(page.locator(".update .ago")).toHaveText(/^2\smin\sago$/, told);
  await expect(page.locator(".say .ago")).toHaveText(/^Updated 2\smin\sago$/, told);
});
