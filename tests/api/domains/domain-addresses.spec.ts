import { activeDomain, newDomain, putDomain } from "#tests/support/data/domains.ts";
import { mintOrganization, mintPage, mintService } from "#tests/support/data/mint.ts";
import { apiOf } from "#tests/support/http/api.ts";
import { request } from "#tests/support/http/http.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { expect, test } from "#tests/support/test.ts";

const visit = ({ port }: TestServer, domain: string, path = "/") => request(port, domain, path);

test("links, feeds and the API's addresses use the custom domain; the subdomain shows the page, too", async ({
  server,
  organization,
  database,
}) => {
  const domain = newDomain();
  const own = `http://${domain}:${server.port}`;
  const page = await mintPage(database, organization.id, {
    settings: { domain_config: activeDomain(domain) },
  });
  const api = apiOf(server, organization.keys.admin);
  const incident = {
    title: "Down",
    type: "major",
    service_ids: [await mintService(database, page.id)],
  };
  const made = await api.post(`/status_pages/${page.subdomain}/incidents`, { incident });
  expect(made.status, made.text).toBe(201);
  const { id, url } = made.json<{ incident: { id: number; url: string } }>().incident;
  expect(url).toBe(`${own}/incidents/${id}`);
  for (const [name, answer] of [
    ["domain", await visit(server, domain)],
    ["subdomain", await server.visit(page.subdomain)],
    ["path", await server.request(`/s/${page.subdomain}`)],
  ] as const) {
    expect(answer.status, name).toBe(200);
    expect(answer.text, name).toContain(`rel="canonical" href="${own}/"`);
    expect(answer.text, name).toContain("Down");
  }
  expect((await visit(server, domain, "/rss")).text).toContain(`<link>${url}</link>`);
  const upper = domain.toUpperCase();
  for (const spelled of [`${domain}.`, upper, `${domain}:${server.port}`, `${upper}.:80`])
    expect((await visit(server, spelled)).text, spelled).toContain("Down");
});

test("the old domain serves until the new one is active, then leads to it for thirty days", async ({
  server,
  organization,
  database,
}) => {
  const [old, next, third] = [newDomain(), newDomain(), newDomain()];
  const { id, name, subdomain } = await mintPage(database, organization.id, {
    settings: { domain_config: activeDomain(old) },
  });
  const canonical = async () => {
    const { text } = await server.visit(subdomain);
    return /rel="canonical" href="https?:\/\/([^/":]+)/.exec(text)?.[1];
  };
  expect((await visit(server, old)).text).toContain(name);
  const asked = { ...activeDomain(next), status: "configuring", previous_domain: old } as const;
  await putDomain(database, id, asked);
  await expect.poll(async () => (await visit(server, old)).status).toBe(200);
  expect((await visit(server, next)).status).toBe(404);
  expect(await canonical()).toBe(old);
  await putDomain(database, id, { ...asked, status: "failed_to_configure" });
  expect((await visit(server, old)).status).toBe(200);
  await putDomain(database, id, { ...asked, status: "active" });
  const led = async (from: string) => {
    const { status, headers } = await visit(server, from, "/history?x=1");
    return [status, headers.location];
  };
  await expect.poll(() => led(old)).toEqual([301, `http://${next}:${server.port}/history?x=1`]);
  expect((await visit(server, next)).text).toContain(name);
  await expect.poll(canonical).toBe(next);
  const moved = { ...activeDomain(third), previous_domain: next };
  await putDomain(database, id, moved);
  for (const former of [old, next])
    await expect
      .poll(() => led(former))
      .toEqual([301, `http://${third}:${server.port}/history?x=1`]);
  await putDomain(database, id, {});
  await expect.poll(async () => (await visit(server, third)).status).toBe(404);
  await expect.poll(canonical).toBe(`${subdomain}.localhost`);
});

test("a name that leads here says what is missing, and nothing of whoever asked for it", async ({
  server,
  organization,
  database,
}) => {
  const [asked, unknown] = [newDomain(), newDomain()];
  const { page } = organization;
  await putDomain(database, page.id, { ...activeDomain(asked), status: "configuring" });
  const answers = await Promise.all([asked, unknown].map((name) => visit(server, name)));
  for (const { status, text } of answers) {
    expect(status).toBe(404);
    expect(text).toContain("No status page uses this address yet");
    expect(text).toContain("Domain and access");
  }
  expect(answers[0]?.text).toBe(answers[1]?.text);
  expect(answers[0]?.text).not.toContain(page.name);
  const subdomain = await server.visit("nobody-has-this");
  expect(subdomain.text).toContain("There is no status page here");
});

test("the host decides which page is shown, whatever the request says besides", async ({
  server,
  database,
}) => {
  const pages = await Promise.all(
    [newDomain(), newDomain()].map(async (domain) => {
      const { id } = await mintOrganization(database);
      const settings = { domain_config: activeDomain(domain) };
      return { domain, ...(await mintPage(database, id, { settings })) };
    }),
  );
  const [mine, theirs] = pages;
  if (!mine || !theirs) throw new Error("two pages were made");
  for (const headers of [
    { "x-forwarded-host": theirs.domain },
    { forwarded: `host=${theirs.domain}` },
    { "x-original-host": theirs.domain },
    { "x-allclear-own-host": "1" },
  ] as Record<string, string>[]) {
    const { status, text } = await request(server.port, mine.domain, "/", { headers });
    expect(status).toBe(200);
    expect(text).toContain(mine.name);
    expect(text).not.toContain(theirs.name);
  }
  for (const host of [`${mine.domain}@${theirs.domain}`, `${mine.domain},${theirs.domain}`])
    expect((await visit(server, host)).status, host).toBe(400);
  const within = await visit(server, mine.domain, `/s/${theirs.subdomain}`);
  expect(within.status).toBe(404);
  expect(within.text).not.toContain(theirs.name);
});
