import { EMPTY_FORM, FORM_TYPE, filledIn } from "#tests/support/browser/forms.ts";
import { mintPage } from "#tests/support/data/mint.ts";
import type { Response } from "#tests/support/http/http.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { expect, test } from "#tests/support/test.ts";

type Site = { name: string; base: string; ask: TestServer["request"]; origin: string };

function sitesOf(server: TestServer, subdomain: string): Site[] {
  const host = `${subdomain}.localhost:${server.port}`;
  const own: Site["ask"] = (path, options) => server.visit(subdomain, path, options);
  return [
    { name: "its own host", base: "", ask: own, origin: `http://${host}` },
    {
      name: "the application's",
      base: `/s/${subdomain}`,
      ask: (path, options) => server.request(`/s/${subdomain}${path}`, options),
      origin: `http://localhost:${server.port}`,
    },
  ];
}

function expectPrivate({ headers }: Response): void {
  expect(headers["cache-control"]).toContain("no-store");
  expect(headers["cache-status"]).toBe("allclear; fwd=bypass");
}

test("a form works without scripts, in the visitor's language, and nothing of it is ever kept", async ({
  server,
  organization,
}) => {
  for (const { name, base, ask, origin } of sitesOf(server, organization.page.subdomain)) {
    const headers = { "accept-language": "de" };
    for (let time = 0; time < 2; time += 1) {
      const page = await ask("/day", { headers });
      expect(page.status, name).toBe(200);
      expect(page.text).toContain("<h1>Zu einem Tag springen</h1>");
      expect(page.text).not.toContain("<script");
      expect(page.headers["content-security-policy"]).toContain("form-action 'self'");
      expectPrivate(page);
    }
    const form = (await ask("/day?lang=de")).text;
    const today = new Date().toISOString().slice(0, 10);
    const send = (day: string) =>
      ask("/day", {
        method: "POST",
        headers: { "content-type": FORM_TYPE, origin },
        body: filledIn(form, { day }),
      });
    const shown = await send(today);
    expect([shown.status, shown.headers.location], name).toEqual([
      303,
      `${base}/history/${today}?lang=de`,
    ]);
    expectPrivate(shown);
    const wrong = await send("2999-01-01");
    expect([wrong.status, wrong.headers.location]).toEqual([
      303,
      `${base}/day?day=2999-01-01&lang=de`,
    ]);
    const again = await ask("/day?day=2999-01-01&lang=de");
    expect(again.text).toContain('value="2999-01-01"');
    expect(again.text).toContain("Zu diesem Tag zeigt diese Seite nichts.");
  }
});

test("a form takes nothing of another site, nothing large, and no other method", async ({
  server,
  organization,
}) => {
  for (const { name, ask } of sitesOf(server, organization.page.subdomain)) {
    const post = (headers: Record<string, string>, body = EMPTY_FORM) =>
      ask("/day", { method: "POST", headers: { "content-type": FORM_TYPE, ...headers }, body });
    for (const origin of ["https://evil.example", "null"])
      expect((await post({ origin })).status, name).toBe(403);
    expect((await post({}, "x".repeat(64 * 1_024 + 1))).status).toBe(413);
    const deleted = await ask("/day", { method: "DELETE" });
    expect([deleted.status, deleted.headers.allow]).toEqual([405, "GET, HEAD, POST"]);
    for (const path of ["/", "/rss", "/robots.txt", "/icon.svg", "/nothing"]) {
      const refused = await ask(path, { method: "POST", body: "x" });
      expect([refused.status, refused.headers.allow], path).toEqual([405, "GET, HEAD"]);
    }
  }
});

test("a form of a page that is not public tells as little as its other pages", async ({
  server,
  organization,
  database,
}) => {
  const page = await mintPage(database, organization.id, { member_restricted: true });
  for (const { ask } of sitesOf(server, page.subdomain)) {
    const closed = await ask("/day");
    expect(closed.status).toBe(403);
    expect(closed.text).toContain("<h1>This status page is for members</h1>");
    expect(closed.text).not.toContain(page.name);
    expectPrivate(closed);
  }
  expect((await server.visit("no-such-page", "/day")).status).toBe(404);
});

test("robots.txt lets everybody see what a page wants, and comes from memory", async ({
  server,
  organization,
  api,
}) => {
  const { subdomain } = organization.page;
  const robots = () => server.visit(subdomain, "/robots.txt?x=1");
  const open = await robots();
  expect([open.status, open.text]).toEqual([200, "User-agent: *\nDisallow:\n"]);
  expect(open.headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect((await robots()).headers["cache-status"]).toBe("allclear; hit");
  const path = `/orgs/${organization.id}/status_pages/${subdomain}`;
  expect((await api.put(path, { status_page: { noindex: true } })).status).toBe(200);
  // Who may not fetch the page never sees that it must not be indexed.
  expect((await robots()).text).toBe("User-agent: *\nDisallow:\n");
  expect((await server.visit(subdomain)).headers["x-robots-tag"]).toBe("noindex");
});

test("the page's icon is a picture of its state that can do nothing", async ({
  server,
  organization,
  service,
  api,
}) => {
  const { subdomain } = organization.page;
  const icon = () => server.visit(subdomain, "/icon.svg");
  const quiet = await icon();
  expect([quiet.status, quiet.headers["content-type"]]).toEqual([200, "image/svg+xml"]);
  expect(quiet.headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
  expect(quiet.headers.vary).toBe("Accept-Encoding");
  expect((await icon()).headers["cache-status"]).toBe("allclear; hit");
  const incident = { title: "Down", type: "major", service_ids: [service] };
  const posted = await api.post(`/status_pages/${subdomain}/incidents`, { incident });
  expect(posted.status).toBe(201);
  expect((await icon()).text).not.toBe(quiet.text);
  expect((await server.visit(subdomain, "/atom")).text).toContain(
    `<icon>http://${subdomain}.localhost`,
  );
});
