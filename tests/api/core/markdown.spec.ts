import { mintPage, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const MARKDOWN = { headers: { accept: "text/markdown, text/html;q=0.5" } };

test("a page, an incident and a notice answer as Markdown to who asks for it, and as HTML to browsers", async ({
  server,
  api,
  organization,
  service,
}) => {
  const { subdomain, name } = organization.page;
  const pages = `/status_pages/${subdomain}`;
  const updates = [{ type: "issue", description: "We **look**" }];
  const incident = { title: "Payments fail", type: "major", service_ids: [service], updates };
  const made = await api.post(`${pages}/incidents`, { incident });
  const { id } = made.json<{ incident: { id: number } }>().incident;
  const info_notice = { title: "We move", updates: [{ description: "Soon" }] };
  const noted = await api.post(`${pages}/info_notices`, { info_notice });
  const notice = noted.json<{ info_notice: { id: number } }>().info_notice.id;
  const told = {
    "/": [`# ${name} status`, "**Checkout is down**", "### [Payments fail]", "> We **look**"],
    [`/incidents/${id}`]: ["# Payments fail", "- Affects: Checkout", "> We **look**"],
    [`/info_notices/${notice}`]: ["# We move", "> Soon"],
  };
  for (const [path, lines] of Object.entries(told)) {
    const markdown = await server.visit(subdomain, path, MARKDOWN);
    expect([markdown.status, markdown.headers["content-type"]], path).toEqual([
      200,
      "text/markdown; charset=utf-8",
    ]);
    expect(markdown.headers.vary).toContain("Accept-Language, Accept");
    for (const line of lines) expect(markdown.text, path).toContain(line);
    const twin = await server.visit(subdomain, `${path.replace(/\/$/, "")}/index.md`);
    expect([twin.status, twin.text], path).toEqual([200, markdown.text]);
    const html = await server.visit(subdomain, path, { headers: { accept: "text/html,*/*" } });
    expect(html.headers["content-type"], path).toBe("text/html; charset=utf-8");
  }
  await api.put(`${pages}/incidents/${id}`, { incident: { title: "Payments fail again" } });
  expect((await server.visit(subdomain, "/", MARKDOWN)).text).toContain("[Payments fail again]");
});

test("llms.txt leads to what the page has, and every address that it names answers", async ({
  server,
  organization,
}) => {
  const { subdomain, name } = organization.page;
  const { status, text, headers } = await server.visit(subdomain, "/llms.txt");
  expect([status, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(text).toContain(`# ${name} status\n\n> The status page of ${name}`);
  const addresses = [...text.matchAll(/\]\((.*?)\)/g)].map(([, address = ""]) => new URL(address));
  expect(addresses.length).toBeGreaterThan(7);
  for (const { host, pathname } of addresses.filter((url) => url.pathname !== "/live")) {
    const answer = host.startsWith(subdomain)
      ? await server.visit(subdomain, pathname)
      : await server.request(pathname);
    expect(answer.status, pathname).toBe(200);
  }
});

test("programs find a page's data from its HTML", async ({ server, organization }) => {
  const { subdomain } = organization.page;
  const { text } = await server.visit(subdomain, "/");
  const summary = `${server.url}/api/v2/status_pages/${subdomain}/summary`;
  expect(text).toContain(`<link rel="alternate" type="application/json" href="${summary}"/>`);
  expect(text).toContain('<link rel="alternate" type="text/markdown" href="/index.md"/>');
});

test("Markdown obeys the gate of its page", async ({ server, organization, database }) => {
  const { id, subdomain } = organization.page;
  await mintService(database, id, { name: "Vault", private: true });
  expect((await server.visit(subdomain, "/index.md")).text).not.toContain("Vault");
  const page = await mintPage(database, organization.id, { member_restricted: true });
  for (const path of ["/index.md", "/llms.txt"]) {
    const stranger = await server.visit(page.subdomain, path);
    expect([stranger.status, stranger.text.includes(page.name)], path).toEqual([403, false]);
  }
  const negotiated = await server.visit(page.subdomain, "/", MARKDOWN);
  expect([negotiated.status, negotiated.text.includes(page.name)]).toEqual([403, false]);
});
