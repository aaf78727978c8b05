import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { test as base, expect } from "@playwright/test";
import { AppError, STATUS } from "#lib/platform/errors/errors.ts";
import { MAX_BODY_BYTES } from "#lib/platform/http/protocol.ts";
import { Bodies, type BodyLimits } from "#lib/server/app/concurrency-limits.ts";
import { listenHere, shut } from "#tests/support/server/loopback.ts";

const KIB = 1_024;
const LIMITS: BodyLimits = {
  ...{ all: 100 * KIB, tenant: 80 * KIB, client: 60 * KIB },
  ...{ guaranteed: 4 * KIB, ms: 60_000 },
};

type Room = {
  bodies: Bodies;
  /** Sends the head of a request, the length it declares, and so many bytes of its body. */
  send(client: string, declared: number | "chunked", sent: number): Socket;
};

/** A server that reads bodies and answers how many bytes came, once it is let. */
const test = base.extend<{ open: (limits?: Partial<BodyLimits>) => Promise<Room> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  open: async ({}, use) => {
    const closers: (() => Promise<void>)[] = [];
    await use(async (limits = {}) => {
      const bodies = new Bodies({ ...LIMITS, ...limits });
      const handle: RequestListener = async (request, response) => {
        try {
          const client = String(request.headers["x-client"]);
          const body = await bodies.read(request, response, { client, tenant: client.slice(0, 1) });
          response.end(`${body.byteLength}`);
        } catch (error) {
          if (error instanceof AppError) response.writeHead(STATUS[error.code]).end();
        }
      };
      const server = createServer(handle);
      const port = await listenHere(server);
      closers.push(() => shut(server));
      const send: Room["send"] = (client, declared, sent) => {
        const socket = connect(port, "127.0.0.1");
        socket.on("error", () => {});
        const length =
          declared === "chunked" ? "Transfer-Encoding: chunked" : `Content-Length: ${declared}`;
        const head = ["POST / HTTP/1.1", "Host: x", `X-Client: ${client}`, length, "", ""];
        socket.write(head.join("\r\n") + "x".repeat(sent));
        return socket;
      };
      return { bodies, send };
    });
    for (const close of closers) await close();
  },
});

async function answerOf(socket: Socket): Promise<string> {
  return String((await once(socket, "data"))[0]);
}

function statusOf(answer: string): number {
  return Number(answer.split(" ")[1]);
}

test("what bodies under way hold is counted from the first byte until the answer", async ({
  open,
}) => {
  const { bodies, send } = await open();
  const socket = send("a", 10 * KIB, 5 * KIB);
  await expect.poll(() => bodies.held).toBeGreaterThanOrEqual(5 * KIB);
  socket.write("x".repeat(5 * KIB));
  expect(await answerOf(socket)).toMatch(/10240$/);
  await expect.poll(() => bodies.held).toBe(0);
  const leaving = send("a", 10 * KIB, 5 * KIB);
  await expect.poll(() => bodies.held).toBeGreaterThanOrEqual(5 * KIB);
  leaving.destroy();
  await expect.poll(() => bodies.held).toBe(0);
});

test("beyond its share a client is refused, and the next client is not", async ({ open }) => {
  const { bodies, send } = await open();
  send("a", 50 * KIB, 40 * KIB);
  await expect.poll(() => bodies.held).toBeGreaterThanOrEqual(40 * KIB);
  expect(statusOf(await answerOf(send("a", 30 * KIB, 29 * KIB)))).toBe(429);
  expect(await answerOf(send("b", 30 * KIB, 30 * KIB))).toMatch(/30720$/);
});

test("beyond the room of all large bodies are refused, small ones never", async ({ open }) => {
  const { bodies, send } = await open();
  for (const client of ["a", "b"]) send(client, 50 * KIB, 45 * KIB);
  await expect.poll(() => bodies.held).toBeGreaterThanOrEqual(90 * KIB);
  expect(statusOf(await answerOf(send("c", 50 * KIB, 49 * KIB)))).toBe(503);
  expect(await answerOf(send("d", 2 * KIB, 2 * KIB))).toMatch(/2048$/);
  expect(bodies.held).toBeLessThanOrEqual(LIMITS.all);
});

test("beyond the share of its tenant a client is refused, another tenant's is not, nor a small body", async ({
  open,
}) => {
  const { bodies, send } = await open();
  for (const client of ["a1", "a2"]) send(client, 50 * KIB, 30 * KIB);
  await expect.poll(() => bodies.held).toBeGreaterThanOrEqual(60 * KIB);
  expect(statusOf(await answerOf(send("a3", 30 * KIB, 29 * KIB)))).toBe(429);
  expect(await answerOf(send("a3", 2 * KIB, 2 * KIB))).toMatch(/2048$/);
  expect(await answerOf(send("b1", 30 * KIB, 30 * KIB))).toMatch(/30720$/);
});

test("a body in pieces of one byte holds what its pieces cost", async ({ open }) => {
  const { bodies, send } = await open();
  const socket = send("a", 1_000, 0);
  for (let piece = 1; piece <= 20; piece++) {
    const before = bodies.held;
    socket.write("x");
    await expect.poll(() => bodies.held).toBeGreaterThan(before + 200);
  }
});

test("a body that takes too long is let go", async ({ open }) => {
  const { bodies, send } = await open({ ms: 20 });
  expect(statusOf(await answerOf(send("a", 1_000, 500)))).toBe(408);
  await expect.poll(() => bodies.held).toBe(0);
});

test("a body that says it is too large is not begun, one that turns out to be is refused", async ({
  open,
}) => {
  const { bodies, send } = await open({
    all: 4 * MAX_BODY_BYTES,
    tenant: 4 * MAX_BODY_BYTES,
    client: 4 * MAX_BODY_BYTES,
  });
  expect(statusOf(await answerOf(send("a", MAX_BODY_BYTES + 1, 0)))).toBe(413);
  const socket = send("a", "chunked", 0);
  socket.write(`${(MAX_BODY_BYTES + 1).toString(16)}\r\n${"x".repeat(MAX_BODY_BYTES + 1)}\r\n`);
  expect(statusOf(await answerOf(socket))).toBe(413);
  await expect.poll(() => bodies.held).toBe(0);
});
