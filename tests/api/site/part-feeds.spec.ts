import ical, { type VEvent } from "node-ical";
import Parser from "rss-parser";
import { formats } from "#lib/site/words/format.ts";
import { readCalendar } from "#tests/support/data/calendar.ts";
import { mintIncident } from "#tests/support/data/incidents.ts";
import { mintPage, mintService } from "#tests/support/data/mint.ts";
import type { Api } from "#tests/support/http/api.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { expect, test } from "#tests/support/test.ts";

async function read(server: TestServer, subdomain: string, path: string) {
  const answer = await server.visit(subdomain, path);
  expect(answer.status, path).toBe(200);
  return new Parser().parseString(answer.text);
}

async function post(api: Api, subdomain: string, incident: object): Promise<number> {
  const answer = await api.post(`/status_pages/${subdomain}/incidents`, { incident });
  expect(answer.status).toBe(201);
  return answer.json<{ incident: { id: number } }>().incident.id;
}

test("a service's feeds and calendar tell of it and what is below it, and of nothing else", async ({
  server,
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const parent = await mintService(database, id, { name: "Europe" });
  const child = await mintService(database, id, { name: "API", parent_id: parent });
  const other = await mintService(database, id, { name: "Mail" });
  const of = (title: string, service_ids: number[]) =>
    post(api, subdomain, { title, type: "major", service_ids });
  await of("Own", [parent]);
  await of("Below", [child, other]);
  await of("Elsewhere", [other]);
  const gone = [await of("Gone here", [child]), await of("Gone elsewhere", [other])];
  for (const incident of gone) await api.delete(`/status_pages/${subdomain}/incidents/${incident}`);
  for (const kind of ["rss", "atom"]) {
    const feed = await read(server, subdomain, `/services/${parent}/${kind}`);
    expect(feed.title).toBe(`Europe – ${organization.page.name} status`);
    expect(feed.items.map(({ title }) => title).sort()).toEqual(["Outage: Below", "Outage: Own"]);
  }
  const events = await readCalendar(server, subdomain, `/services/${parent}/calendar.ics`);
  expect(events.map(({ SUMMARY }) => SUMMARY).sort()).toEqual([
    "Incident (withdrawn)",
    "Outage: Below",
    "Outage: Own",
  ]);
  for (const path of ["rss", "atom", "calendar.ics"])
    expect((await server.visit(subdomain, `/services/999999999/${path}`)).status).toBe(404);
});

test("an incident's feeds have an item for each update, new ones at once, edited ones under their id", async ({
  server,
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  const updates = [{ type: "issue", description: "We *look*" }];
  const incident = { title: "Payments fail", type: "major", service_ids: [service], updates };
  const id = await post(api, subdomain, incident);
  const path = `/status_pages/${subdomain}/incidents/${id}/updates`;
  const feeds = ["rss", "atom"].map((kind) => `/incidents/${id}/${kind}`);
  const before = await Promise.all(feeds.map((feed) => read(server, subdomain, feed)));
  for (const { items } of before) expect(items).toHaveLength(1);
  const update = { type: "identified", description: "Found" };
  const posted = (await api.post(path, { update })).json<{ update: { id: number } }>().update;
  await api.put(`${path}/${posted.id}`, { update: { description: "Found it" } });
  for (const [index, feed] of feeds.entries()) {
    const { items, title } = await read(server, subdomain, feed);
    expect(title).toBe(`Payments fail – ${organization.page.name} status`);
    expect(items.map((item) => item.title)).toEqual([
      "Identified: Payments fail",
      "Reported: Payments fail",
    ]);
    const url = `${server.pageUrl(subdomain)}/incidents/${id}`;
    const ids = [`${url}#u${posted.id}`, `${url}#${posted.id}`];
    expect([items[0]?.link, items[0]?.guid ?? items[0]?.id]).toEqual(ids);
    expect(items[0]?.contentSnippet).toContain("Found it");
    const first = before[index]?.items[0];
    expect(items[1]?.guid ?? items[1]?.id).toBe(first?.guid ?? first?.id);
  }
});

test("the long names of feeds and calendars tell the same; the one of maintenances only these", async ({
  server,
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  await post(api, subdomain, { title: "Down", type: "major", service_ids: [service] });
  const plan = { starts_at: "2031-03-30T00:30:00", ends_at: "2031-03-30T03:30:00" };
  const moving = { title: "Move", type: "scheduled", service_ids: [service], ...plan };
  await post(api, subdomain, moving);
  const called_off = await post(api, subdomain, { ...moving, title: "Other" });
  await api.delete(`/status_pages/${subdomain}/incidents/${called_off}`);
  const pairs = [
    ["/rss", "/history.rss"],
    ["/atom", "/history.atom"],
    ["/calendar.ics", "/calendar/all/feed.ics"],
  ] as const;
  for (const [short, long] of pairs) {
    const [one, other] = [
      await server.visit(subdomain, short),
      await server.visit(subdomain, long),
    ];
    expect([other.status, other.text], long).toEqual([200, one.text]);
    expect(other.headers["content-type"]).toBe(one.headers["content-type"]);
  }
  const events = await readCalendar(server, subdomain, "/calendar/maintenance/feed.ics");
  expect(events.map(({ SUMMARY }) => SUMMARY).sort()).toEqual([
    "Maintenance (called off)",
    "Maintenance: Move",
  ]);
});

// Clocks change in Berlin and St. John's; Kolkata has half hours, Apia is a day ahead.
const MOMENTS = [
  ["Europe/Berlin", "2026-03-29T00:30:00", "2026-03-29T01:30:00"],
  ["Europe/Berlin", "2026-10-25T00:30:00", "2026-10-25T01:30:00"],
  ["America/St_Johns", "2026-03-08T05:15:00", "2026-03-08T06:15:00"],
  ["America/St_Johns", "2026-11-01T03:45:00", "2026-11-01T04:45:00"],
  ["Asia/Kolkata", "2026-10-31T18:15:00", "2026-10-31T18:45:00"],
  ["Pacific/Apia", "2026-10-31T10:30:00", "2026-10-31T11:30:00"],
] as const;

test("feeds and calendars tell the very moments, wherever the page is and whatever its clocks do", async ({
  server,
  organization,
  database,
}) => {
  for (const [time_zone, starts_at, ends_at] of MOMENTS) {
    const page = await mintPage(database, organization.id, {
      time_zone,
      settings: { history_limit_days: null },
    });
    const service = await mintService(database, page.id);
    const id = await mintIncident(database, page.id, {
      severity: "major",
      starts_at,
      ends_at,
      service_ids: [service],
    });
    await database
      .updateTable("incidents")
      .set({ inserted_at: starts_at, updated_at: ends_at })
      .where("id", "=", id)
      .execute();
    const update = { status_page_id: page.id, incident_id: id, type: "resolved" as const };
    const said = { description: "Over", posted_at: ends_at, inserted_at: ends_at };
    await database
      .insertInto("incident_updates")
      .values({ ...update, ...said, updated_at: ends_at })
      .execute();
    const { text } = await server.visit(page.subdomain, "/calendar.ics");
    const [event] = Object.values(ical.sync.parseICS(text)).filter(
      (entry): entry is VEvent => entry?.type === "VEVENT",
    );
    const told = [event?.start, event?.end].map((moment) => moment?.toISOString().slice(0, 19));
    expect(told, time_zone).toEqual([starts_at, ends_at]);
    const { f } = {
      f: formats("en", time_zone, { date_format: null, time_format: null }, ends_at),
    };
    for (const path of ["/rss", `/services/${service}/rss`, `/incidents/${id}/rss`]) {
      const [item] = (await read(server, page.subdomain, path)).items;
      expect(item?.isoDate?.slice(0, 19), `${time_zone} ${path}`).toBe(ends_at);
      expect(item?.content, time_zone).toContain(f.time(ends_at));
    }
  }
});

test("feeds of parts tell nothing of what is private, and strangers nothing of a page for members", async ({
  server,
  organization,
  service,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const secret = await mintService(database, id, { name: "Vault", private: true });
  const starts_at = "2026-11-01T10:00:00";
  const of = (service_ids: number[], title: string) =>
    mintIncident(database, id, { severity: "major", starts_at, ends_at: null, title, service_ids });
  const hidden = await of([secret], "Vault open");
  await of([secret, service], "Shared");
  for (const path of ["rss", "atom", "calendar.ics"]) {
    expect((await server.visit(subdomain, `/services/${secret}/${path}`)).status).toBe(404);
    expect((await server.visit(subdomain, `/incidents/${hidden}/${path}`)).status).toBe(404);
    const { text } = await server.visit(subdomain, `/services/${service}/${path}`);
    expect(text).toContain("Shared");
    expect(text).not.toContain("Vault");
  }
  const page = await mintPage(database, organization.id, { member_restricted: true });
  const own = await mintService(database, page.id);
  const long = ["/history.rss", "/history.atom", "/calendar/all/feed.ics"];
  for (const path of [...long, `/services/${own}/rss`, `/services/${own}/calendar.ics`]) {
    const stranger = await server.visit(page.subdomain, path);
    expect([stranger.status, stranger.text.includes(page.name)], path).toEqual([403, false]);
  }
});
