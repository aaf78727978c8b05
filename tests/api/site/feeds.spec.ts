import Parser from "rss-parser";
import type { Db } from "#db/index.ts";
import { readCalendar } from "#tests/support/data/calendar.ts";
import { type Minted, mintService } from "#tests/support/data/mint.ts";
import type { Api } from "#tests/support/http/api.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { expect, test } from "#tests/support/test.ts";

async function read(server: TestServer, subdomain: string, path: "/rss" | "/atom") {
  const { text } = await server.visit(subdomain, path);
  return { text, feed: await new Parser().parseString(text) };
}

async function idsOf(server: TestServer, subdomain: string) {
  const [rss, atom] = [
    await read(server, subdomain, "/rss"),
    await read(server, subdomain, "/atom"),
  ];
  const calendar = await readCalendar(server, subdomain);
  return {
    rss: rss.feed.items.map(({ guid }) => guid),
    atom: atom.feed.items.map(({ id }) => id as string),
    feed: atom.text.match(/<id>(.*?)<\/id>/)?.[1],
    calendar: calendar.map(({ UID }) => UID),
  };
}

async function rename(api: Api, { id }: Minted, from: string, to: string): Promise<void> {
  const status_page = { subdomain: to };
  const answer = await api.put(`/orgs/${id}/status_pages/${from}`, { status_page });
  expect(answer.status).toBe(200);
}

test("what feeds and calendars call things survives a page that is renamed, twice too", async ({
  server,
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  const pages = `/status_pages/${subdomain}`;
  const incident = { title: "Down", type: "major", service_ids: [service] };
  await api.post(`${pages}/incidents`, { incident });
  const info_notice = { title: "News", updates: [{ description: "We move" }] };
  await api.post(`${pages}/info_notices`, { info_notice });
  const before = await idsOf(server, subdomain);
  expect(before.rss).toHaveLength(2);
  expect(before.rss.toSorted()).toEqual(before.atom.toSorted());
  expect(before.feed).toBe(`${server.pageUrl(subdomain)}/`);

  const names = [subdomain, `${subdomain}-b`, `${subdomain}-c`];
  for (const [index, from] of names.slice(0, 2).entries()) {
    const to = names[index + 1] ?? "";
    await rename(api, organization, from, to);
    expect(await idsOf(server, to)).toEqual(before);
    const { text, feed } = await read(server, to, "/rss");
    for (const { link = "" } of feed.items)
      expect(link.startsWith(`${server.pageUrl(to)}/`)).toBe(true);
    expect(text).toContain('isPermaLink="false"');
    expect(text).not.toContain('isPermaLink="true"');
  }
});

/** When the first item was last said, in RSS; published and updated, in Atom; of iCalendar, how. */
async function datesOf(server: TestServer, subdomain: string) {
  const rss = await read(server, subdomain, "/rss");
  const atom = await read(server, subdomain, "/atom");
  const entry = atom.text.split("<entry>")[1] ?? "";
  const [event] = await readCalendar(server, subdomain);
  return {
    rss: rss.feed.items[0]?.isoDate?.slice(0, 19),
    published: entry.match(/<published>(.{19})/)?.[1],
    updated: entry.match(/<updated>(.{19})/)?.[1],
    sequence: event?.SEQUENCE,
    modified: event?.["LAST-MODIFIED"],
  };
}

type Made = { id: number; updates: { id: number }[] };

/** An incident of last month on two services, as it was told then. */
async function lastMonths(api: Api, database: Db, { id, subdomain }: Minted["page"]) {
  const service_ids = [await mintService(database, id), await mintService(database, id)];
  const [starts_at, posted_at] = ["2026-10-20T10:00:00", "2026-10-20T10:05:00"];
  const updates = [
    { description: "We look", posted_at },
    { type: "resolved", description: "All well", posted_at: "2026-10-20T11:00:00" },
  ];
  const incident = { title: "Down", type: "major", service_ids, starts_at, updates };
  const made = await api.post(`/status_pages/${subdomain}/incidents`, { incident });
  const { incident: known } = made.json<{ incident: Made }>();
  const told = { inserted_at: starts_at, updated_at: starts_at };
  await database.updateTable("incidents").set(told).where("id", "=", known.id).execute();
  const said = database.updateTable("incident_updates").set(told);
  await said.where("incident_id", "=", known.id).execute();
  return { service_ids, ...known };
}

test("what was not said of an incident neither moves its item nor makes it new", async ({
  server,
  api,
  organization,
  database,
}) => {
  const { subdomain } = organization.page;
  const page = `/status_pages/${subdomain}`;
  const { id, service_ids } = await lastMonths(api, database, organization.page);
  const [first, second] = service_ids.map((service) => `${page}/services/${service}`);
  const told = await datesOf(server, subdomain);
  const said = "2026-10-20T11:00:00";
  expect(told).toMatchObject({ rss: said, published: said, updated: said });
  const put = (path = "", service: object) => api.put(path, { service });
  const changes = [
    () => put(first, { name: "Till" }),
    () => put(first, { private: true }),
    () => put(first, { private: false }),
    () => api.put(`${page}/incidents/${id}`, { incident: { affects_uptime: false } }),
    () => api.put(`${page}/incidents/${id}`, { incident: { postmortem: "It was a cable" } }),
    () => api.delete(second ?? ""),
  ];
  for (const change of changes) {
    expect((await change()).status).toBe(200);
    expect(await datesOf(server, subdomain)).toEqual(told);
  }
  expect((await read(server, subdomain, "/rss")).text).toContain("Till");
});

test("an edit of an update's own text is seen in Atom's updated alone; nothing else of it is", async ({
  server,
  api,
  organization,
  database,
}) => {
  const { subdomain } = organization.page;
  const { id, updates } = await lastMonths(api, database, organization.page);
  const path = `/status_pages/${subdomain}/incidents/${id}/updates`;
  const before = await datesOf(server, subdomain);
  const [newest] = updates;
  const edit = (update: object) => api.put(`${path}/${newest?.id}`, { update });

  for (const update of [
    { translations: { de: { description: "Gut" } } },
    { next_update_at: null },
  ]) {
    expect((await edit(update)).status).toBe(200);
    expect(await datesOf(server, subdomain)).toMatchObject({ updated: before.updated });
  }
  const from = new Date().toISOString().slice(0, 19);
  await edit({ description: "All is well" });
  const edited = await datesOf(server, subdomain);
  expect(edited).toMatchObject({ rss: before.rss, published: before.published });
  expect((edited.updated ?? "") >= from).toBe(true);
});

test("posting makes one new item above the others, which stay; deleting takes that one away", async ({
  server,
  api,
  organization,
  database,
}) => {
  const { subdomain } = organization.page;
  const { id } = await lastMonths(api, database, organization.page);
  const path = `/status_pages/${subdomain}/incidents/${id}/updates`;
  const items = async () => {
    const { feed } = await read(server, subdomain, "/rss");
    return feed.items.map(({ guid, isoDate, title }) => ({ guid, isoDate, title }));
  };
  const before = await items();
  expect(before.map(({ title }) => title)).toEqual(["Resolved: Down", "Reported: Down"]);
  const update = { description: "Causes", posted_at: "2026-10-25T09:00:00", notify: false };
  const posted = (await api.post(path, { update })).json<{ update: { id: number } }>().update;
  const [added, ...others] = await items();
  expect(added).toEqual({
    guid: `${server.pageUrl(subdomain)}/incidents/${id}#${posted.id}`,
    isoDate: "2026-10-25T09:00:00.000Z",
    title: "Update: Down",
  });
  expect(others).toEqual(before);
  await api.delete(`${path}/${posted.id}`);
  expect(await items()).toEqual(before);
});

test("what was said last stands first in feeds, whatever was edited since", async ({
  server,
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  const notices = `/status_pages/${subdomain}/info_notices`;
  const post = async (title: string, posted_at: string) => {
    const updates = [{ description: title, posted_at }];
    const info_notice = { title, featured_from: posted_at, service_ids: [service], updates };
    const { info_notice: made } = (await api.post(notices, { info_notice })).json<{
      info_notice: Made;
    }>();
    return made;
  };
  const older = await post("Older", "2026-11-01T09:00:00");
  await post("Newer", "2026-11-02T09:00:00");
  const order = async () =>
    (await read(server, subdomain, "/atom")).feed.items.map(({ title }) => title);
  expect(await order()).toEqual(["Newer", "Older"]);
  await api.put(`${notices}/${older.id}`, { info_notice: { featured_until: null, title: "Old" } });
  const update = { id: older.updates[0]?.id, description: "Other words" };
  await api.put(`${notices}/${older.id}`, { info_notice: { updates: [update] } });
  expect(await order()).toEqual(["Newer", "Old"]);
});
