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
