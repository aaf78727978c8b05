import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "@playwright/test";
import { RateLimit } from "#lib/api/rate-limit.ts";
import type { RequestScope } from "#lib/core/request/request-scope.ts";
import { shiftClock } from "#lib/platform/clock.ts";

const GOOD = "uk_good";

/** Sends a request through the limits; the answer is 401 unless the key is good. */
async function send(
  limit: RateLimit,
  key: string | undefined,
  address = "192.0.2.1",
  tenant?: string,
): Promise<{ status: number; remaining: string }> {
  const scope: RequestScope = { request_id: "", address };
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const budget = limit.take(key, scope, response);
  if (budget.exceeded) return { status: 429, remaining: budget.headers[3] ?? "" };
  const isGood = key?.startsWith(GOOD) ?? false;
  if (isGood) Object.assign(scope, { key_accepted: true, tenant });
  for (let index = 0; index < budget.headers.length; index += 2)
    response.setHeader(`${budget.headers[index]}`, `${budget.headers[index + 1]}`);
  response.writeHead(key === undefined || isGood ? 200 : 401);
  response.emit("close");
  return {
    status: response.statusCode,
    remaining: String(response.getHeader("ratelimit-remaining")),
  };
}

async function statuses(count: number, work: () => Promise<{ status: number }>): Promise<number[]> {
  const all: number[] = [];
  for (let index = 0; index < count; index++) all.push((await work()).status);
  return all;
}

test.afterEach(() => shiftClock(0));

test("ten seconds after a client's first request its limit starts anew", async () => {
  const limit = new RateLimit({ public: 1, management: 1 });
  expect(await statuses(2, () => send(limit, undefined))).toEqual([200, 429]);
  shiftClock(5_000);
  expect((await send(limit, undefined)).status).toBe(429);
  expect((await send(limit, undefined, "192.0.2.2")).status).toBe(200);
  shiftClock(10_001);
  expect(await statuses(2, () => send(limit, undefined))).toEqual([200, 429]);
  expect((await send(limit, undefined, "192.0.2.2")).status).toBe(429);
});

test("a clock that is set back keeps no window open", async () => {
  const limit = new RateLimit({ public: 1, management: 1 });
  shiftClock(3_600_000);
  expect(await statuses(2, () => send(limit, undefined))).toEqual([200, 429]);
  shiftClock(0);
  expect(await statuses(2, () => send(limit, undefined))).toEqual([200, 429]);
});

test("requests without a key count per address", async () => {
  const limit = new RateLimit({ public: 2, management: 10 });
  expect(await statuses(3, () => send(limit, undefined))).toEqual([200, 200, 429]);
  expect((await send(limit, undefined, "192.0.2.2")).status).toBe(200);
});

test("an IPv6 client cannot change its address within its network to get more", async () => {
  const limit = new RateLimit({ public: 1, management: 10 });
  expect((await send(limit, undefined, "2001:db8:1:2::1")).status).toBe(200);
  expect((await send(limit, undefined, "2001:db8:1:2:ffff::9")).status).toBe(429);
});

test("requests with a good key count per key and cost their address nothing", async () => {
  const limit = new RateLimit({ public: 1, management: 3 });
  expect(await statuses(4, () => send(limit, GOOD))).toEqual([200, 200, 200, 429]);
  expect((await send(limit, undefined)).status).toBe(200);
});

test("all keys of a tenant together have as much as five of them, and take nothing from another's", async () => {
  const limit = new RateLimit({ public: 100, management: 10 });
  let asked = 0;
  const ask = async (tenant: string) => send(limit, `${GOOD} ${asked++ % 20}`, "192.0.2.1", tenant);
  expect(await statuses(51, () => ask("1"))).toEqual([...Array(50).fill(200), 429]);
  const another = () => send(limit, `${GOOD} of another`, "192.0.2.1", "2");
  expect(await statuses(2, another)).toEqual([200, 200]);
  expect((await another()).remaining).toBe("7");
});

test("wrong keys count for their address, and once that is used up unknown keys are refused unseen", async () => {
  const limit = new RateLimit({ public: 3, management: 10 });
  await send(limit, GOOD);
  expect(await send(limit, "uk_guess")).toEqual({ status: 401, remaining: "2" });
  let guess = 0;
  expect(await statuses(3, () => send(limit, `uk_${guess++}`))).toEqual([401, 401, 429]);
  expect((await send(limit, GOOD)).status).toBe(200);
  expect((await send(limit, undefined)).status).toBe(429);
});

test("0 turns a limit off", async () => {
  const limit = new RateLimit({ public: 0, management: 0 });
  expect(await statuses(50, () => send(limit, undefined))).not.toContain(429);
  expect(await statuses(50, () => send(limit, GOOD))).not.toContain(429);
});

test("what several fronts count for one client is one count, as soon as they have told each other", async () => {
  const fronts = [1, 2].map(() => new RateLimit({ public: 4, management: 3 }, true));
  const [first, second] = fronts as [RateLimit, RateLimit];
  const tell = () => {
    for (const [one, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const counts = one.takeUnsent();
      if (counts) other.add(counts);
    }
  };
  expect(await statuses(3, () => send(first, undefined))).toEqual([200, 200, 200]);
  tell();
  expect(await statuses(2, () => send(second, undefined))).toEqual([200, 429]);
  tell();
  expect((await send(first, undefined)).status).toBe(429);
  expect((await send(second, undefined, "192.0.2.2")).status).toBe(200);
  expect(await statuses(2, () => send(first, GOOD, "192.0.2.3"))).toEqual([200, 200]);
  tell();
  expect(await statuses(2, () => send(second, GOOD, "192.0.2.3"))).toEqual([200, 429]);
  tell();
  expect(first.takeUnsent() ?? second.takeUnsent()).toBeNull();
});
