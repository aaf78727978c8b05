import Parser from "rss-parser";
import type { Api } from "#tests/support/api.ts";
import { readCalendar } from "#tests/support/calendar.ts";
import type { Minted } from "#tests/support/mint.ts";
import type { TestServer } from "#tests/support/server.ts";
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

test("an item is as new as the last change of what it tells, a deletion too", async ({
  server,
  api,
  organization,
  service,
  database,
}) => {
  const { subdomain } = organization.page;
  const posted_at = "2026-11-01T10:05:00";
  const answer = await api.post(`/status_pages/${subdomain}/incidents`, {
    incident: {
      title: "Down",
      type: "major",
      service_ids: [service],
      starts_at: "2026-11-01T10:00:00",
      updates: [{ description: "We look", posted_at }],
    },
  });
  const { id, updates } = answer.json<{ incident: { id: number; updates: { id: number }[] } }>()
    .incident;
  const path = `/status_pages/${subdomain}/incidents/${id}`;
  const inserted_at = "2026-11-01T10:00:00";
  await database.updateTable("incidents").set({ inserted_at }).where("id", "=", id).execute();
  const dates = async () => {
    const [rss, atom] = [
      await read(server, subdomain, "/rss"),
      await read(server, subdomain, "/atom"),
    ];
    const told = (name: string) =>
      atom.text.match(new RegExp(`<${name}>(.*?)</${name}>\\s*$`, "m"));
    return {
      rss: Date.parse(rss.feed.items[0]?.isoDate ?? ""),
      updated: Date.parse(atom.text.split("<entry>")[1]?.match(/<updated>(.*?)</)?.[1] ?? ""),
      published: Date.parse(told("published")?.[1] ?? ""),
    };
  };
  const said = Date.parse(`${posted_at}Z`);
  const published = Date.parse("2026-11-01T10:00:00Z");
  expect(await dates()).toEqual({ rss: said, updated: said, published });

  const changes = [
    () => api.put(`${path}/updates/${updates[0]?.id}`, { update: { description: "We looked" } }),
    () => api.put(path, { incident: { title: "Still down" } }),
    () => api.delete(`${path}/updates/${updates[0]?.id}`),
  ];
  for (const change of changes) {
    const from = Math.floor(Date.now() / 1_000) * 1_000;
    expect((await change()).status).toBeLessThan(300);
    const after = await dates();
    expect(after.updated).toBeGreaterThanOrEqual(from);
    expect(after).toEqual({ rss: after.updated, updated: after.updated, published });
  }
});
