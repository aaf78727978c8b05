import { sql } from "kysely";
import { consume, limitForms } from "#lib/core/throttle/form-limits.ts";
import { pruneThrottles } from "#lib/core/throttle/prune-throttles.ts";
import {
  acceptAttempt,
  blockSeconds,
  PASSWORDS,
  proveClient,
  takeAttempt,
} from "#lib/identity/sign-in/throttle.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { visitor } from "#tests/support/data/subscribers.ts";
import { test as base, expect } from "#tests/support/test.ts";

const DAY_MS = 86_400_000;

type Throttle = {
  take: (account: string, address: string) => Promise<number>;
  accept: (account: string, address: string) => Promise<void>;
};

const test = base.extend<{ throttle: Throttle }>({
  throttle: async ({ database }, use) => {
    await database.deleteFrom("throttles").execute();
    await use({
      take: (account, address) => takeAttempt(database, PASSWORDS, { account, address }),
      accept: async (account, address) => {
        await acceptAttempt(database, PASSWORDS, { account, address });
        await proveClient(database, { account, address });
      },
    });
  },
});
test.afterEach(() => shiftClock(0));

async function guess(
  throttle: Throttle,
  times: number,
  account: string,
  client: string,
): Promise<number[]> {
  const waits: number[] = [];
  for (let index = 0; index < times; index++) waits.push(await throttle.take(account, client));
  return waits;
}

test("five wrong passwords may be tried, the sixth has to wait a minute", async ({ throttle }) => {
  const waits = await guess(throttle, 7, "ada@example.com", "192.0.2.1");
  expect(waits.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
  expect(waits[5]).toBe(60);
  expect(waits[6]).toBeGreaterThan(55);
});

test("the wait that is named is the wait: a second before its end there is still one, then none", async ({
  throttle,
}) => {
  await guess(throttle, 6, "ada@example.com", "192.0.2.1");
  shiftClock(58_000);
  const rest = await throttle.take("ada@example.com", "192.0.2.1");
  expect([1, 2]).toContain(rest);
  shiftClock(58_000 + rest * 1_000 + 1_000);
  expect(await guess(throttle, 6, "ada@example.com", "192.0.2.1")).toEqual([0, 0, 0, 0, 0, 120]);
});

test("guesses from one address do not lock the same account out elsewhere", async ({
  throttle,
}) => {
  await guess(throttle, 30, "ada@example.com", "192.0.2.1");
  expect(await throttle.take("ada@example.com", "192.0.2.2")).toBe(0);
});

test("one client cannot try more than twenty times over many accounts", async ({ throttle }) => {
  const waits: number[] = [];
  for (let index = 0; index < 21; index++)
    waits.push(await throttle.take(`user${index}@example.com`, "192.0.2.1"));
  expect(waits.slice(0, 20).every((wait) => wait === 0)).toBe(true);
  expect(waits[20]).toBe(60);
});

test("an account that is attacked from everywhere stays open for clients that have signed in before", async ({
  throttle,
}) => {
  await throttle.take("ada@example.com", "198.51.100.7");
  await throttle.accept("ada@example.com", "198.51.100.7");
  for (let index = 0; index < 101; index++)
    await throttle.take("ada@example.com", `192.0.2.${index}`);
  expect(await throttle.take("ada@example.com", "203.0.113.1")).toBeGreaterThan(0);
  expect(await throttle.take("ada@example.com", "198.51.100.7")).toBe(0);
});

test("a right password clears the wrong ones before it", async ({ throttle }) => {
  await guess(throttle, 5, "ada@example.com", "192.0.2.1");
  await throttle.accept("ada@example.com", "192.0.2.1");
  expect(await guess(throttle, 5, "ada@example.com", "192.0.2.1")).toEqual([0, 0, 0, 0, 0]);
});

test("blocks grow slowly and never beyond a quarter of an hour", () => {
  expect([1, 2, 3, 4, 5, 9].map(blockSeconds)).toEqual([60, 120, 240, 480, 900, 900]);
});

test("a client that has a whole IPv6 network to choose addresses from is one client", async ({
  throttle,
}) => {
  const waits: number[] = [];
  for (let index = 1; index <= 21; index++)
    waits.push(await throttle.take(`user${index}@example.com`, `2001:db8::${index}`));
  expect(waits[20]).toBe(60);
  expect(await throttle.take("ada@example.com", "2001:db8:0:1::1")).toBe(0);
});

test("attempts at the same moment are all counted", async ({ throttle }) => {
  const guesses = Array.from({ length: 12 }, () => throttle.take("ada@example.com", "192.0.2.1"));
  const waits = await Promise.all(guesses);
  expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
});

test("the counts do not tell who tried to sign in, from where", async ({ throttle, database }) => {
  await guess(throttle, 7, "ada@example.com", "192.0.2.1");
  await throttle.accept("grace@example.com", "192.0.2.2");
  const { rows } = await sql<{ text: string }>`
    select throttles::text || encode(key, 'escape') as text from throttles`.execute(database);
  expect(rows.map(({ text }) => text).join()).not.toMatch(/ada|grace|192\.0/);
});

test("counts that mean nothing any more are deleted, others stay", async ({
  throttle,
  database,
}) => {
  await throttle.take("ada@example.com", "192.0.2.1");
  await throttle.accept("grace@example.com", "192.0.2.2");
  const count = async () => (await database.selectFrom("throttles").select("key").execute()).length;
  const before = await count();
  await pruneThrottles();
  expect(await count()).toBe(before);
  shiftClock(DAY_MS + 1_000);
  await pruneThrottles();
  expect(await count()).toBe(1);
});

test("a count in a transaction that is rolled back does not count", async ({ database }) => {
  const limit = { name: "of this test", most: 1, period_s: 60 };
  const rolledBack = database.transaction().execute(async (trx) => {
    await consume(trx, limit, "x");
    throw new Error("rolled back");
  });
  await expect(rolledBack).rejects.toThrow("rolled back");
  expect(await consume(database, limit, "x")).toBe(0);
  expect(await consume(database, limit, "x")).toBeGreaterThan(55);
});

test("a refusal says when to come again", async ({ database }) => {
  const ctx = { ...visitor(database), address: "2001:db8:77::1" };
  for (let index = 0; index < 60; index++) await limitForms(ctx);
  const refusal = await limitForms(ctx).catch((error) => error);
  expect(refusal).toBeInstanceOf(AppError);
  expect(refusal.retry_after_s).toBeGreaterThan(9 * 60);
});
