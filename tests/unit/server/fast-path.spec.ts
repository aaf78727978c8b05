import { expect, test } from "@playwright/test";
import { withEnv } from "#tests/support/data/ordering.ts";
import { generator } from "#tests/support/data/random.ts";
import { ASSET, type OneFront, openPair, PATHS, play } from "#tests/support/http/fronts.ts";
import {
  anyScript,
  ODD_LINES,
  ODD_STARTS,
  OTHER_STARTS,
  plainRequest,
} from "#tests/support/http/odd-requests.ts";
import { times } from "#tests/support/server/thorough.ts";

async function expectSame(fronts: [OneFront, OneFront], chunks: string[], ends = true) {
  const [fast, plain] = await play(fronts, { chunks, ends });
  expect(fast, JSON.stringify(chunks)).toEqual(plain);
}

test("a plain request is answered without node:http, byte for byte as it would", async () => {
  const secure = { APP_URL: "https://localhost:3000" };
  const purged = { ...secure, CDN_PURGE: "fastly:S", CDN_PURGE_TOKEN: "token" };
  for (const settings of [{}, secure, purged]) {
    const restore = withEnv(settings);
    await expectAllSame().finally(restore);
  }
});

async function expectAllSame(): Promise<void> {
  const fronts = await openPair();
  const before = fronts[0].handedOver();
  const lines = [[], ["If-None-Match: *"], ["X-Request-Id: a"], ["Cookie: a=b", "Accept: x/y"]];
  for (const path of [...PATHS, ASSET, "/?utm_source=1", "/rss?x"])
    for (const method of ["GET", "HEAD"])
      for (const more of lines) {
        const request = plainRequest(`${method} ${path} HTTP/1.1`, more);
        await expectSame(fronts, [request, request + request + request, request]);
      }
  expect(fronts[0].handedOver()).toBe(before);
}

test("whatever is odd about a request, node:http reads it, and the rest of its connection", async () => {
  const fronts = await openPair();
  const plain = plainRequest("GET / HTTP/1.1");
  const odd = [
    ...Object.entries(ODD_LINES).map(([what, line]) => [
      what,
      plainRequest("GET / HTTP/1.1", [line]),
    ]),
    ...Object.entries(ODD_STARTS).map(([what, start]) => [what, plainRequest(start)]),
    ["bare line feeds", plain.replaceAll("\r\n", "\n")],
    ["no host", plain.replace(/Host.*\r\n/, "")],
  ] as const;
  for (const [what, request] of odd) {
    const before = fronts[0].handedOver();
    await expectSame(fronts, [plain, `${request}hello`]);
    expect(fronts[0].handedOver() - before, what).toBe(1);
    await expectSame(fronts, [plain + request + plain]);
  }
});

test("a plain request that node:http must answer leaves the connection to the fast path", async () => {
  const fronts = await openPair();
  const plain = plainRequest("GET / HTTP/1.1");
  for (const [what, start] of Object.entries(OTHER_STARTS)) {
    const [request, before] = [plainRequest(start), fronts[0].handedOver()];
    await expectSame(fronts, [plain, request, plain, request, plain + plain]);
    // Once a page that nobody had read is ready, node:http need not answer.
    expect([1, 2], what).toContain(fronts[0].handedOver() - before);
    for (const rest of [plain, plain.slice(0, 40), "hello"])
      await expectSame(fronts, [plain, request + rest, plain]);
  }
  const other = plainRequest("GET /sign-in HTTP/1.1");
  for (let count = 1; count < 8; count += 1)
    await expectSame(fronts, [...Array.from({ length: count }, () => other), plain, other + plain]);
});

test("a request that comes in two reads is answered the same, wherever it is cut", async () => {
  const fronts = await openPair();
  const request = plainRequest("GET / HTTP/1.1");
  const both = request + plainRequest("HEAD /rss HTTP/1.1");
  for (let at = 1; at < both.length; at += 1)
    await expectSame(fronts, [both.slice(0, at), both.slice(at)]);
  await expectSame(fronts, [...both]);
});

test("any requests are answered the same with the fast path and without", async () => {
  test.setTimeout(times(180_000, 1_800_000));
  const fronts = await openPair();
  const random = generator(Number(process.env.TEST_SEED));
  const before = fronts.map(({ handedOver }) => handedOver());
  const count = times(20_000, 1_000_000);
  for (let done = 0; done < count; done += 1) {
    const { chunks, ends } = anyScript(random);
    const [fast, plain] = await play(fronts, { chunks, ends });
    if (JSON.stringify(fast) !== JSON.stringify(plain))
      expect(fast, JSON.stringify(chunks)).toEqual(plain);
  }
  const [handedOver = 0, all] = fronts.map(
    (front, index) => front.handedOver() - (before[index] ?? 0),
  );
  expect(all).toBe(count);
  expect(handedOver).toBeLessThan(count * 0.8);
  expect(handedOver).toBeGreaterThan(count * 0.2);
});
