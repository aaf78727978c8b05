import { mintPage } from "#tests/support/data/mint.ts";
import type { Response } from "#tests/support/http/http.ts";
import { expect, test } from "#tests/support/test.ts";

function from(address: string, language = "en"): { headers: Record<string, string> } {
  return { headers: { "x-forwarded-for": address, "accept-language": language } };
}

test("every address that leads to nothing on a page gets one document, rendered once per language", async ({
  server,
  organization,
}) => {
  const { subdomain, name } = organization.page;
  const words = { en: "Page not found", de: "Seite nicht gefunden" };
  for (const [language, title] of Object.entries(words))
    for (const base of ["", `/s/${subdomain}`]) {
      const visit = (path: string) =>
        base === ""
          ? server.visit(subdomain, path, from("192.0.2.1", language))
          : server.request(base + path, from("192.0.2.1", language));
      const first = await visit("/nothing");
      expect([first.status, first.headers["cache-status"]]).toEqual([
        404,
        "allclear; fwd=miss; stored",
      ]);
      expect(first.text).toContain(`<h1>${title}</h1>`);
      expect(first.text).toContain(`href="${base || "/"}"`);
      expect(first.text).toContain(name);
      for (const path of ["/nothing/else?x=1", "/incidents", "/404", "/wp-login.php", "/rss/x"]) {
        const other = await visit(path);
        expect([other.status, other.text, other.headers["cache-status"]], path).toEqual([
          404,
          first.text,
          "allclear; hit",
        ]);
      }
      for (const path of ["/incidents/999999999", "/services/0", "/info_notices/x"]) {
        const other = await visit(path);
        expect([other.status, other.text], path).toEqual([404, first.text]);
      }
    }
});

test("a host without a page, and a page that is not public, are told so: of one for members whose it is, of another nothing", async ({
  server,
  organization,
  database,
}) => {
  const restricted = await mintPage(database, organization.id, { member_restricted: true });
  const elsewhere = await mintPage(database, organization.id, {
    member_restricted: true,
    restricted_ips: "198.51.100.0/24",
  });
  for (const path of ["/", "/nothing", "/incidents/1"]) {
    const unknown = await server.visit("no-such-page", path, from("192.0.2.1", "de"));
    expect([unknown.status, unknown.headers["cache-control"]]).toEqual([404, "private, no-store"]);
    expect(unknown.text).toContain('<html lang="de" dir="ltr">');
    expect(unknown.text).toContain("<h1>Hier gibt es keine Statusseite</h1>");
    const closed = await server.visit(elsewhere.subdomain, path, from("192.0.2.1"));
    expect([closed.status, closed.headers["cache-control"]]).toEqual([403, "private, no-store"]);
    expect(closed.text).toContain("<h1>This status page is not public</h1>");
    expect(closed.text).toContain('href="/session"');
    expect(closed.text).not.toContain(elsewhere.name);
    const members = await server.visit(restricted.subdomain, path, from("192.0.2.1"));
    expect([members.status, members.headers["cache-control"]]).toEqual([403, "private, no-store"]);
    expect(members.text).toContain("<h1>This status page is for members</h1>");
    expect(members.text).toContain(restricted.name);
  }
});

test("members of a restricted page see it, and where nothing is its own document", async ({
  server,
  organization,
  database,
}) => {
  const page = await mintPage(database, organization.id, { member_restricted: true });
  const headers = { authorization: organization.keys.viewer };
  const read = (path: string) => server.visit(page.subdomain, path, { headers });
  expect((await read("/")).text).toContain(page.name);
  for (const path of ["/nothing", "/incidents/999999999"]) {
    const { status, text } = await read(path);
    expect([status, text.includes(page.name)]).toEqual([404, true]);
  }
});

test("whoever posts to a page is refused with what may be done there", async ({
  server,
  organization,
}) => {
  for (const path of ["/", "/incidents/1", "/nothing", "/_next/static/x.js"])
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const headers = { "next-action": "0".repeat(40) };
      const answer = await server.visit(organization.page.subdomain, path, {
        method,
        headers,
        body: "[]",
      });
      expect([answer.status, answer.headers.allow], `${method} ${path}`).toEqual([
        405,
        "GET, HEAD",
      ]);
    }
});

const FLOOD = 200;

test("a client that asks for more than its share is refused, everybody else is answered", async ({
  server,
  organization,
}) => {
  test.slow();
  const { subdomain } = organization.page;
  const asked: Record<string, () => Promise<Response>> = {
    "sign-in": () => server.request("/sign-in", from("192.0.2.5")),
    "first screen": () => server.request("/", from("192.0.2.5")),
    "unknown host": () => server.visit(`x${Math.random()}`.slice(2), "/", from("192.0.2.5")),
    "one incident after the other": () =>
      server.visit(subdomain, `/incidents/${Math.ceil(Math.random() * 1e9)}`, from("192.0.2.5")),
  };
  for (const [name, ask] of Object.entries(asked)) {
    const flood = Promise.all(Array.from({ length: FLOOD }, ask));
    const others = await Promise.all([
      server.request("/sign-in", from("192.0.2.6")),
      server.visit(subdomain, "/", from("192.0.2.7")),
    ]);
    expect(
      others.map(({ status }) => status),
      name,
    ).toEqual([200, 200]);
    const refused = (await flood).filter(({ status }) => status === 503);
    expect(refused.length, name).toBeGreaterThan(0);
    expect(
      refused.every(({ headers }) => Number(headers["retry-after"]) > 0),
      name,
    ).toBe(true);
  }
});
