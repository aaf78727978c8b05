import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, test } from "#tests/support/test.ts";

const MIB = 1_048_576;
const UNFINISHED = MIB - 1;

type Sent = { socket: Socket; answer: Promise<string> };

/** A request whose body is as large as may be, all of it sent but the last byte. */
function begin(port: number, path: string, headers: string[]): Sent {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  const head = [`POST ${path} HTTP/1.1`, "Host: localhost", `Content-Length: ${MIB}`, ...headers];
  socket.write(`${head.join("\r\n")}\r\n\r\n{"x":"`);
  socket.write("x".repeat(UNFINISHED - 6));
  return { socket, answer: once(socket, "data").then(([data]) => String(data)) };
}

/** The answers that came, of those that are refused before their last byte. */
async function refusals(sent: Sent[], count: number): Promise<string[]> {
  const answers: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const { answer } of sent)
    void answer.then((text) => {
      if (answers.push(text) === count) resolve();
    });
  await promise;
  return answers;
}

test("who is not let in is told so before anything of the body is read", async ({
  server,
  organization,
}) => {
  const path = `/api/v2/status_pages/${organization.page.subdomain}/incidents`;
  for (const [key, status] of [
    [null, 401],
    ["ok_wrong", 401],
    [organization.keys.viewer, 403],
  ] as const) {
    const headers = key ? [`Authorization: ${key}`] : [];
    const sent = Array.from({ length: 20 }, () => begin(server.port, path, headers));
    for (const answer of await refusals(sent, 20))
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    for (const { socket } of sent) socket.destroy();
  }
});

test("the bodies of one client have a share of the room, and the next client has its own", async ({
  server,
  api,
  organization,
}) => {
  const page = `/status_pages/${organization.page.subdomain}`;
  const headers = [`Authorization: ${organization.keys.admin}`, "X-Forwarded-For: 192.0.2.1"];
  const sent = Array.from({ length: 20 }, () =>
    begin(server.port, `/api/v2${page}/incidents`, headers),
  );
  for (const answer of await refusals(sent, 12)) {
    expect(answer).toMatch(/^HTTP\/1.1 429 /);
    expect(answer).toMatch(/^retry-after: \d+\r$/im);
  }
  const other = { headers: { "x-forwarded-for": "192.0.2.2" } };
  expect((await api.post(`${page}/services`, { service: { name: "A" } }, other)).status).toBe(201);
  for (const { socket } of sent) socket.destroy();
  const own = { headers: { "x-forwarded-for": "192.0.2.1" } };
  await expect
    .poll(async () => (await api.post(`${page}/services`, { service: { name: "B" } }, own)).status)
    .toBe(201);
});

test("a form of somebody without a session has little room, and others can still sign in", async ({
  server,
}) => {
  const from = (address: string) => [`X-Forwarded-For: ${address}`, "Cookie: a=b"];
  const sent = Array.from({ length: 4 }, () => begin(server.port, "/sign-in", from("192.0.2.3")));
  for (const answer of await refusals(sent, 3)) {
    expect(answer).toMatch(/^HTTP\/1.1 429 /);
    expect(answer).toMatch(/^retry-after: \d+\r$/im);
  }
  const form = await server.request("/sign-in", {
    method: "POST",
    headers: {
      "x-forwarded-for": "192.0.2.4",
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "email=a&password=b",
  });
  expect(form.status).toBe(200);
  for (const { socket } of sent) socket.destroy();
});

test("bodies of all clients of a tenant together have one room", async ({
  server,
  organization,
}) => {
  const path = `/api/v2/status_pages/${organization.page.subdomain}/incidents`;
  const sent = Array.from({ length: 6 }, (_, client) =>
    Array.from({ length: 7 }, () =>
      begin(server.port, path, [
        `Authorization: ${organization.keys.admin}`,
        `X-Forwarded-For: 192.0.2.${10 + client}`,
      ]),
    ),
  ).flat();
  for (const answer of await refusals(sent, 10)) {
    expect(answer).toMatch(/^HTTP\/1.1 429 /);
    expect(answer).toMatch(/^retry-after: \d+\r$/im);
  }
  for (const { socket } of sent) socket.destroy();
});
