import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { expect, test } from "@playwright/test";
import { FastPath } from "#lib/server/fast-path/fast-path.ts";
import { TIMES } from "#lib/server/front/http.ts";
import type { PublicPages } from "#lib/server/front/public-pages.ts";
import { type OneFront, openFront, warm } from "#tests/support/http/fronts.ts";
import {
  ODD_LINES,
  ODD_STARTS,
  OTHER_STARTS,
  plainRequest,
} from "#tests/support/http/odd-requests.ts";
import { ownFolder } from "#tests/support/server/folder.ts";
import { listenHere, shut } from "#tests/support/server/loopback.ts";

type Listening = OneFront & { connect: () => Socket; heard: (socket: Socket) => string };

const REQUEST = plainRequest("GET / HTTP/1.1");

async function listening(use: (front: Listening) => Promise<void>, isFast = true) {
  const front = await openFront(isFast, await ownFolder());
  await warm([front]);
  const port = await listenHere(front.server);
  const texts = new Map<Socket, string>();
  const open = () => {
    const socket = connect(port, "127.0.0.1").setEncoding("latin1");
    socket.on("data", (text) => texts.set(socket, (texts.get(socket) ?? "") + text));
    return socket.on("error", () => {});
  };
  const heard = (socket: Socket) => texts.get(socket) ?? "";
  try {
    await use({ ...front, connect: open, heard });
  } finally {
    front.fastPath?.close();
    await shut(front.server);
  }
}

const statusesIn = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = ""]) => status);
const answersIn = (text: string) => statusesIn(text).length;

test("a client that asks more than it reads gets every answer, in order, from node:http", () =>
  listening(async (front) => {
    const count = 5_000;
    const before = front.handedOver();
    const slow = front.connect().pause();
    slow.write(
      plainRequest("HEAD /rss HTTP/1.1") + REQUEST.replace("br", "identity").repeat(count),
    );
    await expect.poll(() => front.handedOver() - before).toBe(1);
    const other = front.connect();
    other.write(REQUEST.replace("br", "identity"));
    await expect.poll(() => front.heard(other)).toMatch(/ordinary length\. en$/);
    slow.resume();
    await expect.poll(() => answersIn(front.heard(slow))).toBe(count + 1);
    const [head = "", ...pages] = front.heard(slow).split("HTTP/1.1 200 OK\r\n").slice(1);
    expect(head).toContain("application/rss+xml");
    expect(new Set(pages.map((page) => page.split("\r\n\r\n")[1])).size).toBe(1);
    expect(new Set(pages.map((page) => /^X-Request-Id: (.*)\r$/m.exec(page)?.[1])).size).toBe(
      count,
    );
    expect(front.handedOver() - before).toBe(1);
  }));

test("a page that is withdrawn is gone from connections that had it", () =>
  listening(async (front) => {
    const socket = front.connect();
    socket.write(REQUEST);
    await expect.poll(() => front.heard(socket)).toContain("Cache-Status: allclear; hit");
    await front.cache.forget("page:1");
    socket.write(REQUEST);
    await expect.poll(() => front.heard(socket)).toContain("Cache-Status: allclear; fwd=miss");
  }));

test("node:http answers single requests, and the connection goes on without it", () =>
  listening(async (front) => {
    const socket = front.connect();
    const before = front.handedOver();
    let expected = 0;
    const ask = async (request: string, count: number) => {
      for (let done = 0; done < count; done += 1) {
        socket.write(request);
        expected += 1;
        await expect.poll(() => answersIn(front.heard(socket)), { intervals: [1] }).toBe(expected);
      }
      return front.handedOver() - before;
    };
    const other = plainRequest("GET /nothing HTTP/1.1");
    expect(await ask(REQUEST, 1)).toBe(0);
    expect(await ask(other, 4)).toBe(4);
    expect(await ask(REQUEST, 2)).toBe(4);
    await front.cache.forget("page:1");
    expect(await ask(REQUEST, 3)).toBe(5);
    expect(await ask(other, 9), "clients that never ask for a ready copy").toBe(10);
    expect(new Set(statusesIn(front.heard(socket)))).toEqual(new Set(["200", "404"]));
  }));

const LONG = "A long answer. ".repeat(300_000);

/** A server without any ready copy. */
async function missing(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  use: (parts: { fastPath: FastPath; socket: Socket; heard: () => string }) => Promise<void>,
): Promise<void> {
  const server = createServer(answer);
  const fastPath = new FastPath(server, { hasAsset: () => false } as unknown as PublicPages);
  const socket = connect(await listenHere(server), "127.0.0.1").setEncoding("latin1");
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  await use({ fastPath, socket, heard: () => text });
  socket.destroy();
  fastPath.close();
  await shut(server);
}

test("a client that leaves while node:http works on its request ends that request", async () => {
  const arrived = Promise.withResolvers<ServerResponse>();
  await missing(
    (_request, response) => arrived.resolve(response),
    async ({ socket }) => {
      socket.write(REQUEST);
      const response = await arrived.promise;
      socket.destroy();
      await once(response, "close");
      expect(response.writableFinished).toBe(false);
    },
  );
});

test("a long answer reaches a slow client whole, before those to later requests", () =>
  missing(
    ({ url }, response) => void response.end(url === "/" ? LONG : "short"),
    async ({ socket, heard }) => {
      socket.pause();
      socket.write(REQUEST);
      await once(socket, "readable");
      socket.write(plainRequest("GET /other HTTP/1.1"));
      socket.resume();
      await expect.poll(() => heard().endsWith("short")).toBe(true);
      expect(heard().split("\r\n\r\n")[1]).toMatch(new RegExp(`^(?:${LONG.slice(0, 15)})+HTTP`));
    },
  ));

for (const [what, end] of Object.entries({
  "the answer says so": ({ response }) => void response.setHeader("Connection", "close"),
  "the server ends meanwhile": ({ fastPath }) => fastPath.close(),
} satisfies Record<string, (parts: { response: ServerResponse; fastPath: FastPath }) => void>))
  test(`a connection ends with the answer of node:http if ${what}`, async () => {
    const arrived = Promise.withResolvers<ServerResponse>();
    await missing(
      (_request, response) => arrived.resolve(response),
      async ({ fastPath, socket, heard }) => {
        socket.write(REQUEST);
        const response = await arrived.promise;
        end({ response, fastPath });
        response.end(LONG);
        await once(socket, "close");
        expect(heard().endsWith(LONG)).toBe(true);
      },
    );
  });

test("at the end idle connections close at once, after what they have to send", () =>
  listening(async (front) => {
    const [idle, slow] = [front.connect(), front.connect().pause()];
    idle.write(REQUEST);
    await expect.poll(() => answersIn(front.heard(idle))).toBe(1);
    const fresh = front.connect();
    await once(fresh, "connect");
    slow.write(REQUEST);
    await once(slow, "readable");
    front.fastPath?.close();
    await once(idle, "close");
    fresh.write(REQUEST);
    await expect.poll(() => answersIn(front.heard(fresh))).toBe(1);
    slow.resume();
    await expect.poll(() => answersIn(front.heard(slow))).toBe(1);
  }));

test("a connection that sends nothing is refused with 408, an idle one is closed", async () => {
  const usual = { ...TIMES };
  Object.assign(TIMES, { headers_ms: 20, keep_alive_ms: 20 });
  try {
    await listening(async (front) => {
      const [silent, idle] = [front.connect(), front.connect()];
      idle.write(REQUEST);
      await Promise.all([once(silent, "close"), once(idle, "close")]);
      expect(front.heard(silent)).toMatch(/^HTTP\/1\.1 408 /);
      expect(answersIn(front.heard(idle))).toBe(1);
    });
  } finally {
    Object.assign(TIMES, usual);
  }
});

test("what node:http takes over from a real socket it answers as it does by itself", async () => {
  const odd = [
    ...Object.values(ODD_LINES).map((line) => plainRequest("GET / HTTP/1.1", [line])),
    ...Object.values({ ...ODD_STARTS, ...OTHER_STARTS }).map((start) => plainRequest(start)),
  ];
  const statuses = async (isFast: boolean) => {
    const found: string[][] = [];
    const ask = async (front: Listening) => {
      for (const request of odd) {
        const socket = front.connect();
        const seen = () => statusesIn(front.heard(socket)).slice(0, 2);
        const isSeen = (count: number) => () => isClosed || seen().length === count;
        let isClosed = false;
        socket.once("close", () => {
          isClosed = true;
        });
        socket.write(REQUEST);
        await expect.poll(isSeen(1), { intervals: [1] }).toBe(true);
        socket.write(request);
        await expect.poll(isSeen(2), { intervals: [1] }).toBe(true);
        found.push(seen());
        socket.destroy();
      }
    };
    await listening(ask, isFast);
    return found;
  };
  const expected = await statuses(false);
  expect(expected.filter(([first]) => first !== "200")).toEqual([]);
  expect(await statuses(true)).toEqual(expected);
});
