import { mintPage, mintService } from "#tests/support/data/mint.ts";
import { openLive as open } from "#tests/support/http/live.ts";
import { expect, test } from "#tests/support/test.ts";

test("an open page hears of its change at once, on its own host and under the application's", async ({
  server,
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const service = await mintService(database, id);
  const streams = await Promise.all([
    open(server, `${subdomain}.localhost:${server.port}`, "/live"),
    open(server, `localhost:${server.port}`, `/s/${subdomain}/live`),
  ]);
  expect(streams.map(({ status }) => status)).toEqual([200, 200]);
  expect(streams[0]?.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
  await Promise.all(streams.map((stream) => stream.next(/retry: \d+\n\n/)));
  const incident = { title: "Down", type: "major", service_ids: [service] };
  expect((await api.post(`/status_pages/${subdomain}/incidents`, { incident })).status).toBe(201);
  await Promise.all(streams.map((stream) => stream.next(/event: change\ndata: .*\n\n/)));
  for (const stream of streams) stream.close();
});

test("live updates obey the visitor gate", async ({ server, organization, database }) => {
  const restricted = await mintPage(database, organization.id, { member_restricted: true });
  const answers = await Promise.all([
    open(server, `${restricted.subdomain}.localhost:${server.port}`, "/live"),
    open(server, `unknown.localhost:${server.port}`, "/live"),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([403, 404]);
});

test("only a change of the page's address or of who may see it ends live updates", async ({
  server,
  api,
  organization,
}) => {
  const { subdomain } = organization.page;
  const put = (status_page: object) =>
    api.put(`/orgs/${organization.id}/status_pages/${subdomain}`, { status_page });
  const stream = await open(server, `${subdomain}.localhost:${server.port}`, "/live");
  const changes = [{ link_color: "aa0000" }, { about: "About us" }, { hide_watermark: true }];
  for (const [index, change] of changes.entries()) {
    expect((await put(change)).status).toBe(200);
    await stream.next(new RegExp(`(event: change[^]*){${index + 1}}`));
  }
  expect((await put({ member_restricted: true })).status).toBe(200);
  await stream.ended;
});
