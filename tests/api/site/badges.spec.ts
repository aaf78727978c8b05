import { mintPage, mintService } from "#tests/support/data/mint.ts";
import type { Api } from "#tests/support/http/api.ts";
import { expect, test } from "#tests/support/test.ts";

async function open(api: Api, subdomain: string, type: string, service: number): Promise<void> {
  const incident = { title: "Trouble", type, service_ids: [service] };
  const answer = await api.post(`/status_pages/${subdomain}/incidents`, { incident });
  expect(answer.status).toBe(201);
}

test("a badge is a picture of the present, in the language asked for, from memory until that changes", async ({
  server,
  api,
  organization,
  service,
}) => {
  const { subdomain, name } = organization.page;
  const titleOf = async (path: string, how: string) => {
    const { status, headers, text } = await server.visit(subdomain, path, {
      headers: { "accept-language": "de" },
    });
    expect([status, headers["content-type"]], path).toEqual([200, "image/svg+xml"]);
    expect(headers["cache-status"], path).toBe(`allclear; ${how}`);
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    return /<title>(.*?)<\/title>/.exec(text)?.[1];
  };
  const paths = ["/badge.svg", `/services/${service}/badge.svg`];
  const [page, own] = paths as [string, string];
  expect(await titleOf(page, "fwd=miss; stored")).toBe(`${name}: Operational`);
  expect(await titleOf(own, "fwd=miss; stored")).toBe("Checkout: Operational");
  expect(await titleOf(`${own}?lang=de`, "fwd=miss; stored")).toBe("Checkout: In Betrieb");
  for (const path of paths) await titleOf(path, "hit");
  await open(api, subdomain, "major", service);
  expect(await titleOf(page, "fwd=miss; stored")).toBe(`${name}: Down`);
  expect(await titleOf(`${own}?lang=de`, "fwd=miss; stored")).toBe("Checkout: Ausgefallen");
});

test("what is asked of a badge beyond its words costs neither a render nor a copy", async ({
  server,
  organization,
}) => {
  const { subdomain } = organization.page;
  const how = async (query: string) => {
    const { headers } = await server.visit(subdomain, `/badge.svg${query}`);
    return headers["cache-status"];
  };
  expect(await how("?theme=dark&style=plain")).toBe("allclear; fwd=miss; stored");
  expect(await how("?style=plain&theme=dark")).toBe("allclear; hit");
  expect(await how("")).toBe("allclear; fwd=miss; stored");
  for (const query of ["?theme=blue", "?style=%3Cb%3E", "?lang=xx&theme=", "?x=1"])
    expect(await how(query), query).toBe("allclear; hit");
});

test("a badge tells nothing of a private service, and strangers nothing of a page for members", async ({
  server,
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const secret = await mintService(database, id, { name: "Vault", private: true });
  await open(api, subdomain, "major", secret);
  const hidden = await server.visit(subdomain, `/services/${secret}/badge.svg`);
  expect([hidden.status, hidden.text.includes("Vault")]).toEqual([404, false]);
  expect((await server.visit(subdomain, "/badge.svg")).text).not.toContain("Down");
  const page = await mintPage(database, organization.id, { member_restricted: true });
  const own = await mintService(database, page.id, { name: "Vault" });
  for (const path of ["/badge.svg", `/services/${own}/badge.svg`]) {
    const stranger = await server.visit(page.subdomain, path);
    expect(stranger.status, path).toBe(403);
    expect(stranger.text).not.toMatch(new RegExp(`Vault|${page.name}`));
    const headers = { authorization: organization.keys.admin };
    const member = await server.visit(page.subdomain, path, { headers });
    expect([member.status, member.headers["cache-control"]]).toEqual([200, "private, no-store"]);
  }
});
