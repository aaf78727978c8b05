import { later, wireNow } from "#lib/platform/clock.ts";
import { mintIncidents } from "#tests/support/data/incidents.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { apiOf } from "#tests/support/http/api.ts";
import { readAll, representationsOf } from "#tests/support/http/representations.ts";
import { expect, test } from "#tests/support/test.ts";

const HOUR = 3_600;
const SETTINGS = { history_limit_days: null, feed_enabled: true, calendar_enabled: true };

test("a deleted service keeps its name in the past, one that was hidden is named nowhere", async ({
  database,
  server,
}) => {
  test.slow();
  const { page, keys } = await mintOrganization(database, { settings: SETTINGS });
  const api = apiOf(server, keys.admin);
  const stays = await mintService(database, page.id, { name: "Staying" });
  const seen = await mintService(database, page.id, { name: "Oldtimer" });
  const hidden = await mintService(database, page.id, { name: "Vaultroom", private: true });
  const ends_at = later(wireNow(), -HOUR);
  const trouble = { severity: "major" as const, starts_at: later(ends_at, -HOUR), ends_at };
  const [incident = 0] = await mintIncidents(database, page.id, [
    { ...trouble, title: "Both", service_ids: [seen, hidden, stays] },
  ]);
  const path = `/status_pages/${page.subdomain}`;
  const notice = await api.post(`${path}/info_notices`, {
    info_notice: { title: "Hello", updates: [{ description: "Hello" }] },
  });
  const { id } = notice.json<{ info_notice: { id: number } }>().info_notice;
  for (const service of [seen, hidden])
    expect((await api.delete(`${path}/services/${service}`)).status).toBe(200);
  const day = ends_at.slice(0, "YYYY-MM-DD".length);
  const named = { service: stays, incident, notice: id, day };
  const answers = await readAll(server, page.subdomain, representationsOf(page.subdomain, named));
  const naming = (name: string) =>
    [...answers].filter(([, { text }]) => text.includes(name)).map(([at]) => at);
  expect(naming("Vaultroom")).toEqual([]);
  expect(naming("Oldtimer")).toEqual(
    expect.arrayContaining([
      "/",
      "/rss",
      "/atom",
      "/calendar.ics",
      "/history",
      `/incidents/${incident}`,
      `/incidents/${incident}/index.md`,
      `/history/${day}`,
    ]),
  );
});
