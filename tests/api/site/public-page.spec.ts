import ical from "node-ical";
import { mintPage, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const REPRESENTATIONS = ["/", "/rss", "/atom", "/calendar.ics"];

test("an incident is in page, feeds and calendar on the very next read, and so is each update", async ({
  server,
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const service = await mintService(database, id, { name: "Checkout" });
  const read = () =>
    Promise.all(
      REPRESENTATIONS.map(async (path) => {
        const { text } = await server.visit(subdomain, path);
        return text.replaceAll("\r\n ", "");
      }),
    );
  await read();
  const incident = {
    title: "Payments fail",
    type: "major",
    service_ids: [service],
    updates: [{ description: "Cards are declined" }],
  };
  const posted = await api.post(`/status_pages/${subdomain}/incidents`, { incident });
  for (const text of await read()) {
    expect(text).toContain("Payments fail");
    expect(text).toContain("Cards are declined");
  }
  const incidentId = posted.json<{ incident: { id: number } }>().incident.id;
  await api.post(`/status_pages/${subdomain}/incidents/${incidentId}/updates`, {
    update: { type: "resolved", description: "Cards work" },
  });
  const [page = "", ...feeds] = await read();
  expect(page).toContain("All systems operational");
  for (const text of [page, ...feeds]) expect(text).toContain("Cards work");
});

test("what concerns private services only is in no representation", async ({
  server,
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const hidden = await mintService(database, id, { name: "Vault", private: true });
  const below = await mintService(database, id, { name: "Drawer", parent_id: hidden });
  const open = await mintService(database, id, { name: "Shop" });
  const post = (title: string, service_ids: number[]) =>
    api.post(`/status_pages/${subdomain}/incidents`, {
      incident: { title, type: "major", service_ids },
    });
  const secret = (await post("Vault leaks", [hidden, below])).json<{ incident: { id: number } }>()
    .incident.id;
  await post("Both suffer", [open, below]);
  const today = new Date().toISOString().slice(0, 10);
  for (const path of [...REPRESENTATIONS, `/history/${today}`, `/services/${open}`]) {
    const { status, text } = await server.visit(subdomain, path);
    expect([status, text.includes("Both suffer") || path.startsWith("/services")], path).toEqual([
      200,
      true,
    ]);
    expect(text, path).not.toMatch(/Vault|Drawer/);
  }
  for (const path of [
    `/incidents/${secret}`,
    `/incidents/${secret}/calendar.ics`,
    `/services/${hidden}`,
    `/services/${below}`,
  ]) {
    expect((await server.visit(subdomain, path)).status, path).toBe(404);
  }
});

test("unknown hosts and paths are 404 with a page that says so", async ({
  server,
  organization,
}) => {
  const { subdomain } = organization.page;
  const paths = [
    "/nothing",
    "/incidents/999999999",
    "/incidents/x",
    "/services/0",
    "/history/2019-01-01",
    "/history/x",
    "/info_notices/1e9",
  ];
  for (const path of paths) {
    const answer = await server.visit(subdomain, path);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(answer.text).toContain("<h1>Page not found</h1>");
  }
  expect((await server.visit("no-such-page")).status).toBe(404);
  expect((await server.visit("no-such-page", "/rss")).status).toBe(404);
  expect((await server.request("/s/no-such-page")).status).toBe(404);
});

test("a restricted page shows nothing of itself to strangers, in no representation", async ({
  server,
  organization,
  database,
}) => {
  const page = await mintPage(database, organization.id, { member_restricted: true });
  const service = await mintService(database, page.id, { name: "Reactor" });
  for (const path of [
    ...REPRESENTATIONS,
    `/services/${service}`,
    "/incidents/1",
    "/info_notices/1",
    `/history/${new Date().toISOString().slice(0, 10)}`,
  ]) {
    const { status, text } = await server.visit(page.subdomain, path);
    expect([path, status]).toEqual([path, 403]);
    expect(text).not.toContain("Reactor");
    // Who may come in is asked for at a page that has its name.
    if (/rss|atom|ics/.test(path)) expect(text).not.toContain(page.name);
  }
});

test("feeds and calendar can be turned off", async ({ server, organization, database }) => {
  const { subdomain } = await mintPage(database, organization.id, {
    settings: { feed_enabled: false, calendar_enabled: false },
  });
  for (const path of ["/rss", "/atom", "/calendar.ics"])
    expect((await server.visit(subdomain, path)).status).toBe(404);
  expect((await server.visit(subdomain)).text).not.toMatch(/rss|atom|calendar\.ics/);
});

test("links work on the page's own host and under the application's", async ({
  server,
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const service = await mintService(database, id);
  await api.post(`/status_pages/${subdomain}/incidents`, {
    incident: { title: "Down", type: "major", service_ids: [service] },
  });
  const links = (html: string) =>
    Array.from(html.matchAll(/\shref="(\/(?!_next)[^"]*)"/g), ([, path = ""]) => path);
  const own = links((await server.visit(subdomain)).text);
  const under = links((await server.request(`/s/${subdomain}`)).text);
  expect(own.some((path) => path.startsWith("/incidents/"))).toBe(true);
  for (const path of new Set(own))
    expect((await server.visit(subdomain, path)).status, path).toBe(200);
  for (const path of new Set(under)) {
    expect(path).toMatch(new RegExp(`^/s/${subdomain}`));
    expect((await server.request(path)).status, path).toBe(200);
  }
});

test("the page speaks the visitor's language, and the one that is asked for before that", async ({
  server,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  await mintService(database, id);
  const read = async (path: string, language: string) =>
    (await server.visit(subdomain, path, { headers: { "accept-language": language } })).text;
  expect(await read("/", "de-AT,en;q=0.5")).toMatch(
    /<html lang="de"[\s\S]*Alle Systeme in Betrieb/,
  );
  expect(await read("/?lang=en", "de")).toMatch(/<html lang="en"[\s\S]*All systems operational/);
  expect(await read("/rss", "de")).toContain("Status von");
});

test("a maintenance is in calendars at its time, with the same identity and a higher sequence after each update", async ({
  server,
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const service = await mintService(database, id);
  const incident = {
    title: "Move",
    type: "scheduled",
    service_ids: [service],
    starts_at: "2031-03-30T00:30:00",
    ends_at: "2031-03-30T03:30:00",
  };
  const posted = await api.post(`/status_pages/${subdomain}/incidents`, {
    incident: { ...incident, updates: [{ description: "We move" }] },
  });
  const incidentId = posted.json<{ incident: { id: number } }>().incident.id;
  const read = async () => {
    const { text, headers } = await server.visit(
      subdomain,
      `/incidents/${incidentId}/calendar.ics`,
    );
    expect(headers["content-type"]).toBe("text/calendar; charset=utf-8");
    return Object.values(ical.sync.parseICS(text)).find((each) => each?.type === "VEVENT");
  };
  const before = await read();
  expect(before).toMatchObject({
    uid: `incident-${incidentId}@${subdomain}.localhost`,
    start: new Date("2031-03-30T00:30:00Z"),
    end: new Date("2031-03-30T03:30:00Z"),
  });
  await api.post(`/status_pages/${subdomain}/incidents/${incidentId}/updates`, {
    update: { type: "update", description: `Bring boxes${" and tape".repeat(5_000)}` },
  });
  const after = await read();
  expect(String(after?.description)).toContain("Bring boxes");
  expect(String(after?.description).length).toBeLessThan(5_000);
  expect(after?.uid).toBe(before?.uid);
  expect(Number(after?.sequence)).toBeGreaterThan(Number(before?.sequence));
});
