import { mintUser } from "#tests/support/data/mint.ts";
import { accountCookie } from "#tests/support/data/page-visitors.ts";
import { expect, test } from "#tests/support/test.ts";

test("a draft is no page to anybody but its members; published, the next request shows it, and withdrawn, none does", async ({
  api,
  server,
  organization,
  database,
}) => {
  const { subdomain, name } = organization.page;
  const path = `/orgs/${organization.id}/status_pages/${subdomain}`;
  const set = async (draft: boolean) => {
    const answer = await api.put(path, { status_page: { draft } });
    expect(answer.json()).toMatchObject({ status_page: { draft } });
  };
  const seen = async () => {
    const page = await server.visit(subdomain, "/");
    const status = await server.request(`/api/v2/status_pages/${subdomain}/status`);
    return [page.status, page.text.includes(name), status.status];
  };
  expect(await seen()).toEqual([200, true, 200]);
  await set(true);
  expect(await seen()).toEqual([404, false, 404]);
  const nowhere = await server.visit("nowhere-at-all", "/");
  expect((await server.visit(subdomain, "/")).text).toBe(nowhere.text);
  const viewer = await mintUser(database, organization.id, "viewer");
  const cookie = await accountCookie(database, viewer);
  const own = await server.request(`/s/${subdomain}`, { headers: { cookie } });
  expect([own.status, own.text.includes(name)]).toEqual([200, true]);
  expect(own.headers["cache-control"]).toBe("private, no-store");
  expect((await api.get(`/status_pages/${subdomain}/services`)).status).toBe(200);
  await set(false);
  expect(await seen()).toEqual([200, true, 200]);
});
