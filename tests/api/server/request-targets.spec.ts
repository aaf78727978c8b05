import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { request } from "#tests/support/http/http.ts";
import { requestRaw } from "#tests/support/http/raw.ts";
import { expect, test } from "#tests/support/test.ts";

test("a path that is no text, or walks up, leads nowhere, and asks nothing", async ({
  server,
  api,
  organization,
}) => {
  const { subdomain } = organization.page;
  const paths = [
    ...[
      "/s/%00",
      "/s/%E0%A4%A",
      "/s/%",
      `/s/${subdomain}/rss/%00`,
      "/api/v2/status_pages/%00/status",
      "/api/v2/status_pages/%ff/status",
    ],
    ...[
      `/_next/static/../../s/${subdomain}`,
      `/_next/static/%2e%2E/.%2e/s/${subdomain}`,
      `/x/../s/${subdomain}`,
      `/s/${subdomain}/..`,
    ],
  ];
  for (const path of paths) expect((await server.request(path)).status, path).toBe(404);
  expect((await api.get(`/status_pages/${subdomain}/incidents?type=%00`)).status).toBe(400);
});

test("what only a browser may keep to itself makes no copy of its own", async ({
  server,
  organization,
}) => {
  for (const path of [
    `/s/${organization.page.subdomain}#x`,
    `/api/v2/status_pages/${organization.page.subdomain}/status#x`,
  ]) {
    const socket = connect(server.port, "127.0.0.1");
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(await text(socket)).toContain("HTTP/1.1 400 Bad Request");
  }
});

test("a method that nothing knows is refused", async ({ server }) => {
  for (const method of ["TRACE", "PROPFIND", "PURGE"]) {
    for (const path of ["/", "/api/v2/hello"]) {
      const { status, headers } = await server.request(path, { method });
      expect([status, headers.allow]).toEqual([
        405,
        "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
      ]);
    }
  }
});

test("a client that offers another protocol is answered in this one", async ({ server }) => {
  for (const upgrade of ["h2c", "websocket"]) {
    const socket = connect(server.port, "127.0.0.1");
    socket.write(
      `GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close, Upgrade\r\nUpgrade: ${upgrade}\r\n\r\n`,
    );
    expect(await text(socket)).toContain("HTTP/1.1 200 OK");
  }
});

test("a client that asks for a WebSocket gets an ordinary answer: nothing is kept open for it", async ({
  server,
}) => {
  for (const path of ["/_next/webpack-hmr", "/_next/x", "/_next/static/x", "/healthz"]) {
    const socket = connect(server.port, "127.0.0.1");
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==\r\n\r\n`,
    );
    const [answer] = await once(socket, "data");
    expect(String(answer)).toMatch(path === "/healthz" ? /^HTTP\/1.1 200 / : /^HTTP\/1.1 404 /);
    socket.destroy();
  }
});

test("a request that names two hosts, or none, is refused with 400", async ({
  server,
  organization,
}) => {
  const page = `${organization.page.subdomain}.localhost`;
  const named = [
    ["Host: localhost", `Host: ${page}`],
    [`Host: ${page}`, `host: ${page}`],
    [`Host: ${page}`, "HOST:"],
    [`Host: ${page}, localhost`],
    [`Host: ${page}/x`],
    [`Host: x@${page}`],
    [`Host: ${page}:80:80`],
    ["Accept: */*"],
  ];
  for (const path of ["/", "/healthz", "/api/v2/hello"])
    for (const hosts of named) {
      const answer = await requestRaw(server.port, [`GET ${path} HTTP/1.1`, ...hosts]);
      expect(answer?.status, hosts.join(" ")).toBe(400);
    }
});

test("what cannot be read as a request is refused like one, and the connection ends", async ({
  server,
}) => {
  const heads = {
    400: "garbage",
    431: `GET /api/v2/hello?${"x".repeat(32_768)} HTTP/1.1\r\nHost: localhost`,
  };
  for (const [status, head] of Object.entries(heads)) {
    const socket = connect(server.port, "127.0.0.1");
    socket.write(`${head}\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(answer).toMatch(/^X-Request-Id: \S+\r$/m);
    expect(JSON.parse(answer.slice(answer.indexOf("{")))).toEqual({
      error: Number(status),
      message: expect.any(String),
    });
  }
});

test("nobody can have the server fetch a path of its own", async ({ server, organization }) => {
  const url = encodeURIComponent(`/s/${organization.page.subdomain}`);
  expect((await server.request(`/_next/image?url=${url}&w=64&q=75`)).status).toBe(404);
});

test("a form larger than 1 MiB is refused with 413", async ({ server }) => {
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const answer = await server.request("/sign-in", {
    method: "POST",
    headers,
    body: "x".repeat(2 * 1024 * 1024),
  });
  expect(answer.status).toBe(413);
});

test("a proxy that hides the host is told at the sign-in, which it shows for every page", async ({
  server,
}) => {
  const seen = async (host: string) => {
    const { status, text } = await request(server.port, host, "/sign-in");
    expect([host, status]).toEqual([host, 200]);
    return /This server was reached as ([^<{]+?), but APP_URL says ([^<{]+?)\. Have/.exec(text);
  };
  for (const host of ["10.1.2.3:3000", "status-pages:3000", "[2001:db8::1]:3000"])
    expect((await seen(host))?.slice(1)).toEqual([host, server.url]);
  for (const host of [new URL(server.url).host, "localhost:1", "127.0.0.1"])
    expect(await seen(host)).toBeNull();
});
