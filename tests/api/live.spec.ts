import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { mintPage, mintService } from "#tests/support/mint.ts";
import type { TestServer } from "#tests/support/server.ts";
import { expect, test } from "#tests/support/test.ts";

type Stream = {
  status: number;
  headers: IncomingMessage["headers"];
  /** Waits until its text is as the pattern has it. @throws when it ends before */
  next(pattern: RegExp): Promise<string>;
  ended: Promise<void>;
  close(): void;
};

function open(server: TestServer, host: string, path: string): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const outgoing: ClientRequest = request(
      { host: "127.0.0.1", port: server.port, path, headers: { host }, agent: false },
      (incoming) => {
        let text = "";
        let wake: (() => void) | undefined;
        const ended = new Promise<void>((resolve) => incoming.once("close", resolve));
        void ended.then(() => wake?.());
        incoming.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
          wake?.();
        });
        const next = async (pattern: RegExp) => {
          while (!pattern.test(text)) {
            if (incoming.closed) throw new Error(`ended after ${text}`);
            await new Promise<void>((again) => {
              wake = again;
            });
          }
          return text;
        };
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          next,
          ended,
          close: () => outgoing.destroy(),
        });
      },
    );
    outgoing.once("error", reject);
    outgoing.end();
  });
}

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
  const changes = [{ link_color: "aa0000" }, { about: "About us" }, { member_restricted: false }];
  for (const [index, change] of changes.entries()) {
    expect((await put(change)).status).toBe(200);
    await stream.next(new RegExp(`(event: change[^]*){${index + 1}}`));
  }
  expect((await put({ member_restricted: true })).status).toBe(200);
  await stream.ended;
});
