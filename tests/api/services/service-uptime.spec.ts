import type { ServiceUptime } from "#lib/site/uptime/service-uptime.ts";
import { mintBerlin } from "#tests/support/data/berlin.ts";
import { apiOf } from "#tests/support/http/api.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { expect, test } from "#tests/support/test.ts";

const DAY_MS = 86_400_000;

const RANGE = "from=2026-10-25&to=2026-10-26";

async function readJson(server: TestServer, subdomain: string, id: number, query = RANGE) {
  const path = `/status_pages/${subdomain}/services/${id}/uptime?${query}`;
  return (await apiOf(server, null).get(path)).json<{ uptime: ServiceUptime }>().uptime;
}

test("an uptime tells what counted, each second once, of days of their true length", async ({
  server,
  database,
}) => {
  const { page, parent, child } = await mintBerlin(database);
  const uptime = await readJson(server, page.subdomain, child);
  expect(uptime).toMatchObject({
    elapsed_seconds: 49 * 3_600,
    starts_at: "2026-10-24T22:00:00",
    ends_at: "2026-10-26T23:00:00",
    downtime_seconds: 25 * 3_600 + 0.3 * 3_600,
    is_complete: true,
  });
  expect(uptime.uptime_percent).toBeCloseTo(100 * (1 - 25.3 / 49), 10);
  expect(uptime.days.map(({ day, periods }) => [day, periods?.length])).toEqual([
    ["2026-10-26", 1],
    ["2026-10-25", 1],
  ]);
  expect(uptime.days[0]?.periods?.[0]).toMatchObject({
    title: "Beside it",
    starts_at: "2026-10-25T23:00:00",
    ends_at: "2026-10-26T00:00:00",
    seconds: 3_600,
    weight: 0.3,
    downtime_seconds: 1_080,
  });
  const above = await readJson(server, page.subdomain, parent);
  expect(above.downtime_seconds).toBe(uptime.downtime_seconds / 2);
  expect(above.days[1]).toMatchObject({
    counted: "children",
    own_downtime_seconds: 0,
    children: [{ service_id: child, name: "Checkout", downtime_seconds: 25 * 3_600 }],
  });
});

test("page, JSON and CSV tell the same, and the cells of the file add up", async ({
  server,
  database,
}) => {
  const { page, parent, child } = await mintBerlin(database, ({ other }) => [
    {
      severity: "minor",
      title: '=HYPERLINK("http://evil.example","a, b")',
      starts_at: "2026-10-25T12:00:00",
      ends_at: "2026-10-25T12:00:07",
      service_ids: [other],
    },
  ]);
  for (const id of [parent, child]) {
    const uptime = await readJson(server, page.subdomain, id);
    const html = (await server.visit(page.subdomain, `/services/${id}/uptime?${RANGE}`)).text;
    const floored = (Math.floor((uptime.uptime_percent ?? 0) * 100) / 100).toFixed(2);
    expect(html).toContain(`<dd>${floored}%</dd>`);
    const csv = await server.visit(page.subdomain, `/services/${id}/uptime.csv?${RANGE}`);
    expect(csv.headers["content-type"]).toBe("text/csv; charset=utf-8");
    const rows = csv.text.trimEnd().split("\r\n").slice(1);
    const sum = rows.reduce((all, row) => all + Number(row.split(",").at(-1)), 0);
    expect(sum).toBeCloseTo(uptime.downtime_seconds, 4);
  }
  const { text } = await server.visit(
    page.subdomain,
    `/services/${parent + 2}/uptime.csv?${RANGE}`,
  );
  expect(text.split("\r\n")[1]).toContain(`,"'=HYPERLINK(""http://evil.example"",""a, b"")",`);
});

test("the uptimes of a service's page are those that open from them", async ({
  server,
  database,
}) => {
  const at = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 19);
  const { page, child } = await mintBerlin(database, (ids) => [
    { severity: "major", starts_at: at(20.3), ends_at: at(20), service_ids: [ids.child] },
    { severity: "minor", starts_at: at(70.2), ends_at: at(70), service_ids: [ids.child] },
    { severity: "major", starts_at: at(200.7), ends_at: at(200), service_ids: [ids.child] },
  ]);
  const html = (await server.visit(page.subdomain, `/services/${child}`)).text;
  const figures = [
    ...html.matchAll(/href="(\/services\/\d+\/uptime\?[^"]+)"[^>]*><b>([\d.]+%)<\/b>/g),
  ];
  expect(figures.length).toBe(3);
  expect(new Set(figures.map(([, , figure]) => figure)).size).toBe(3);
  for (const [, path = "", figure = ""] of figures) {
    const opened = await server.visit(page.subdomain, path.replaceAll("&amp;", "&"));
    expect(opened.text).toContain(`<dd>${figure}</dd>`);
  }
});

test("services that are private, or whose uptime is not shown, have none to explain", async ({
  server,
  database,
}) => {
  const { page, parent, secret, other } = await mintBerlin(database);
  await database
    .updateTable("services")
    .set({ display_uptime_graph: false })
    .where("id", "=", other)
    .execute();
  for (const id of [secret, other, 999_999_999])
    for (const path of [`/services/${id}/uptime`, `/services/${id}/uptime.csv`]) {
      const { status, text } = await server.visit(page.subdomain, path);
      expect([status, text.includes("Secret"), text.includes("private one")], path).toEqual([
        404,
        false,
        false,
      ]);
    }
  for (const path of [`/services/${secret}`, `/calendar?service=${secret}`])
    expect((await server.visit(page.subdomain, path)).status, path).toBe(404);
  const visitor = apiOf(server, null);
  for (const id of [secret, other]) {
    const answer = await visitor.get(`/status_pages/${page.subdomain}/services/${id}/uptime`);
    expect(answer.status).toBe(404);
  }
  const above = await server.visit(page.subdomain, `/services/${parent}/uptime?${RANGE}`);
  expect(above.text).toContain("Checkout");
  for (const path of [`/services/${parent}/uptime?${RANGE}`, `/services/${parent}`, "/calendar"]) {
    const { text } = await server.visit(page.subdomain, path);
    expect(text.includes("Secret") || text.includes("Of the private one"), path).toBe(false);
  }
});

test("what is no range of days is refused, days to come are left out", async ({
  server,
  database,
}) => {
  const { page, child } = await mintBerlin(database);
  const path = `/status_pages/${page.subdomain}/services/${child}/uptime`;
  const visitor = apiOf(server, null);
  for (const query of [
    "from=2025-01-01&to=2026-10-26",
    "from=2999-01-01",
    "from=x",
    "to=2026-02-30",
  ]) {
    expect((await visitor.get(`${path}?${query}`)).status, query).toBe(400);
    const shown = await server.visit(page.subdomain, `/services/${child}/uptime?${query}`);
    expect(shown.status, query).toBe(404);
  }
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin" }).format(Date.now());
  const uptime = await readJson(server, page.subdomain, child, "from=2026-10-25&to=2027-10-20");
  expect(uptime.to).toBe(today);
});
