import { mintBerlin } from "#tests/support/data/berlin.ts";
import { mintOrganization, mintPage, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

type Cell = { kind: string; words: string };

function readCalendar(html: string): Map<string, Cell> {
  const cells = html.matchAll(
    /<a class="(\w)" href="\/history\/([\d-]+)"[^>]*><b[^>]*>\d+<\/b><span>([^<]*)<\/span>/g,
  );
  const told = (words: string) => words.replaceAll("\u00a0", " ");
  return new Map(
    [...cells].map(([, kind = "", day = "", words = ""]) => [day, { kind, words: told(words) }]),
  );
}

test("the calendar tells of each day what it was, in squares and words, by the page's zone", async ({
  server,
  database,
}) => {
  const { page, parent, child } = await mintBerlin(database);
  const read = async (id: number, query: string) =>
    readCalendar((await server.visit(page.subdomain, `/calendar?service=${id}${query}`)).text);
  const days = await read(child, "&month=2026-10");
  expect(days.get("2026-10-24")).toEqual({ kind: "o", words: "24 October: no incidents" });
  expect(days.get("2026-10-25")).toEqual({
    kind: "j",
    words: "25 October: down for 1 day 1 h (2 incidents)",
  });
  expect(days.get("2026-10-26")).toEqual({
    kind: "n",
    words: "26 October: degraded for 1 h (1 incident)",
  });
  expect([days.has("2026-08-01"), days.has("2026-07-31"), days.has("2026-11-01")]).toEqual([
    true,
    false,
    false,
  ]);
  expect((await read(parent, "&month=2026-10")).get("2026-10-25")?.kind).toBe("n");
  const html = (await server.visit(page.subdomain, `/calendar?service=${child}&month=2026-10`))
    .text;
  expect(html).toMatch(/<th scope="col" aria-label="Monday">/);
  expect(html.indexOf("Monday")).toBeLessThan(html.indexOf("Sunday"));
  expect(html).toContain(`/services/${child}/uptime?from=2026-10-01&amp;to=2026-10-31`);
});

test("a day's words count incidents alone, also of no length, and say what does not count toward uptime", async ({
  server,
  database,
}) => {
  const at = (day: number, from: string, to: string) => {
    return { starts_at: `2026-10-${day}T${from}:00`, ends_at: `2026-10-${day}T${to}:00` };
  };
  const { page, child } = await mintBerlin(database, ({ child: id }) => [
    { severity: "scheduled", ...at(19, "08:00", "12:00"), service_ids: [id] },
    { severity: "minor", ...at(19, "09:00", "10:00"), service_ids: [id] },
    { severity: "scheduled", ...at(20, "08:00", "10:00"), service_ids: [id] },
    { severity: "major", ...at(21, "08:00", "08:00"), service_ids: [id] },
    { severity: "major", ...at(22, "08:00", "09:00"), service_ids: [id], affects_uptime: false },
  ]);
  const read = async (path: string) => (await server.visit(page.subdomain, path)).text;
  const days = readCalendar(await read(`/calendar?service=${child}&month=2026-10`));
  expect([19, 20, 21, 22].map((day) => days.get(`2026-10-${day}`))).toEqual([
    { kind: "n", words: "19 October: degraded for 1 h (1 incident)" },
    { kind: "p", words: "20 October: maintenance for 2 h" },
    { kind: "n", words: "21 October: 1 incident, 0 min" },
    { kind: "j", words: "22 October: down for 1 h (1 incident) · does not count toward uptime" },
  ]);
  const counts = /does not count toward uptime/;
  expect(await read("/history/2026-10-22")).toMatch(counts);
  expect(await read("/history/2026-10-21")).not.toMatch(counts);
  const range = "from=2026-10-20&to=2026-10-22";
  expect(await read(`/services/${child}/uptime?${range}`)).toMatch(counts);
});

test("a page without calendar has none, and nowhere leads to it", async ({ server, database }) => {
  const { id } = await mintOrganization(database);
  const page = await mintPage(database, id, { settings: { display_calendar: false } });
  const service = await mintService(database, page.id);
  expect((await server.visit(page.subdomain, "/calendar")).status).toBe(404);
  for (const path of ["/", `/services/${service}`, "/history"])
    expect((await server.visit(page.subdomain, path)).text).not.toMatch(/href="\/calendar["?]/);
  const empty = await mintPage(database, id);
  expect((await server.visit(empty.subdomain, "/calendar")).text).toContain(
    "No services are listed",
  );
});
