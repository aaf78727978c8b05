import { createServer, type Server } from "node:net";
import { expect, test } from "@playwright/test";
import type { HttpError } from "#lib/platform/http/failure.ts";
import { callHttp, isPublicAddress, namesRefusedTarget } from "#lib/platform/http/http.ts";
import { Receiver } from "#tests/support/http/receiver.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";

let receiver: Receiver;

test.beforeEach(async () => {
  allowPrivateTargets(false);
  receiver = await Receiver.open();
});
test.afterEach(() => receiver.close());
test.afterAll(() => allowPrivateTargets(false));

const call = (url: string, options = {}) =>
  callHttp(url, { method: "POST", body: "{}", timeout_ms: 5_000, max_bytes: 1_024, ...options });
const failure = (url: string, options = {}) =>
  call(url, options).then(
    ({ status }) => status,
    (error: HttpError) => error.failure,
  );

const PRIVATE = [
  [
    "127.0.0.1",
    "127.1.2.3",
    "0.0.0.0",
    "10.0.0.1",
    "10.255.255.255",
    "172.16.0.1",
    "172.31.0.1",
    "192.168.1.1",
  ],
  [
    "169.254.169.254",
    "169.254.170.2",
    "100.100.100.200",
    "168.63.129.16",
    "192.0.0.192",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
  ],
  ["::", "::1", "fe80::1", "fc00::1", "fd00:ec2::254", "ff02::1", "fec0::1", "2001:db8::1"],
  [
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "::127.0.0.1",
    "::ffff:0:127.0.0.1",
  ],
  ["64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "2001:0:7f00:1::", "fe80::1%eth0"],
  ["", "localhost", "1", "0x7f000001"],
].flat();

test("private, loopback, link-local and metadata addresses are not public, in whatever disguise", () => {
  for (const address of PRIVATE)
    expect([address, isPublicAddress(address)]).toEqual([address, false]);
});

test("public addresses are public", () => {
  for (const address of [
    "1.1.1.1",
    "93.184.215.14",
    "172.32.0.1",
    "2606:4700:4700::1111",
    "::ffff:8.8.8.8",
  ]) {
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
  }
});

const SPELLINGS = [
  "127.0.0.1",
  "2130706433",
  "0177.0.0.1",
  "017700000001",
  "0x7f.0.0.1",
  "0x7f000001",
  "127.1",
  "①②⑦.0.0.1",
  "0",
  "[::1]",
];

test("every spelling of this machine's address is refused before anything is sent", async () => {
  for (const host of [...SPELLINGS, "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:0:0:1]"]) {
    const url = `http://${host}:${receiver.port}/`;
    expect([host, namesRefusedTarget(url), await failure(url)]).toEqual([
      host,
      true,
      "address_refused",
    ]);
  }
  expect(receiver.connections).toBe(0);
});

test("a name that resolves to this machine is refused when it is connected to", async () => {
  for (const host of ["localhost", "LOCALHOST"]) {
    const url = `http://${host}:${receiver.port}/`;
    expect([host, namesRefusedTarget(url), await failure(url)]).toEqual([
      host,
      false,
      "address_refused",
    ]);
  }
  expect(receiver.connections).toBe(0);
  allowPrivateTargets(true);
  expect(await failure(`http://localhost:${receiver.port}/`)).toBe(204);
});

test("nothing but http and https is called", async () => {
  for (const url of [
    "file:///etc/passwd",
    "ftp://example.com/",
    "gopher://example.com/",
    "data:text/plain,x",
  ]) {
    expect(await failure(url)).toBe("address_refused");
  }
});

test("a redirect is an answer and is not followed", async () => {
  allowPrivateTargets(true);
  const target = await Receiver.open();
  receiver.answer = (response) => response.writeHead(302, { location: target.url }).end();
  expect(await failure(receiver.url)).toBe(302);
  expect(target.connections).toBe(0);
  await target.close();
});

test("the whole exchange has one time limit, however slowly the answer drips", async () => {
  allowPrivateTargets(true);
  const limit = { timeout_ms: 200, max_bytes: 1_000_000 };
  receiver.answer = () => {};
  expect(await failure(receiver.url, limit)).toBe("timeout");
  receiver.answer = (response) => {
    const drip = setInterval(() => response.write("."), 20);
    response.once("close", () => clearInterval(drip));
  };
  expect(await failure(receiver.url, limit)).toBe("timeout");
});

test("an endless answer is cut off", async () => {
  allowPrivateTargets(true);
  receiver.answer = (response) => {
    const flood = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, "x")));
    };
    response.on("drain", flood);
    flood();
  };
  const { status, body } = await call(receiver.url);
  expect([status, body.length]).toEqual([200, 1_024]);
});

function rawServer(answer: string): Promise<{ server: Server; url: string }> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(answer));
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () =>
      resolve({ server, url: `http://127.0.0.1:${(server.address() as { port: number }).port}/` }),
    );
  });
}

test("what is not HTTP, no connection, no TLS or no host is told apart", async () => {
  allowPrivateTargets(true);
  for (const [answer, expected] of [
    ["SSH-2.0-OpenSSH_9.9\r\n", "bad_answer"],
    ["", "connection_failed"],
    [
      "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n",
      "connection_failed",
    ],
    [`HTTP/1.1 200 OK\r\nx: ${"x".repeat(100_000)}\r\n\r\n`, "bad_answer"],
  ] as const) {
    const { server, url } = await rawServer(answer);
    expect([answer.slice(0, 40), await failure(url)]).toEqual([answer.slice(0, 40), expected]);
    if (answer === "")
      expect(await failure(url.replace("http:", "https:"))).toBe("connection_failed");
    server.close();
  }
  expect(await failure(receiver.url.replace("http:", "https:"))).toBe("tls_failed");
  expect(await failure("http://127.0.0.1:1/")).toBe("connection_failed");
  expect(await failure("http://nowhere..invalid/")).toBe("unknown_host");
});
