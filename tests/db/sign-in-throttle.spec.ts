import { sql } from "kysely";
import { pruneSignInCounts } from "#lib/auth/prune-sign-in-counts.ts";
import { blockSeconds, SignInThrottle } from "#lib/auth/throttle.ts";
import { shiftClock } from "#lib/clock.ts";
import { test as base, expect } from "#tests/support/test.ts";

const DAY_MS = 86_400_000;

const test = base.extend<{ _counts: undefined }>({
  _counts: [
    async ({ database }, use) => {
      await database.deleteFrom("sign_in_counts").execute();
      await use(undefined);
    },
    { auto: true },
  ],
});

async function guess(
  throttle: SignInThrottle,
  times: number,
  email: string,
  client: string,
): Promise<number[]> {
  const waits: number[] = [];
  for (let index = 0; index < times; index++) waits.push(await throttle.take(email, client));
  return waits;
}

test("five wrong passwords may be tried, the sixth has to wait a minute", async () => {
  const waits = await guess(new SignInThrottle(), 7, "ada@example.com", "192.0.2.1");
  expect(waits.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
  expect(waits[5]).toBe(60);
  expect(waits[6]).toBeGreaterThan(55);
});

test("guesses from one address do not lock the same account out elsewhere", async () => {
  const throttle = new SignInThrottle();
  await guess(throttle, 30, "ada@example.com", "192.0.2.1");
  expect(await throttle.take("ada@example.com", "192.0.2.2")).toBe(0);
});

test("one client cannot try more than twenty times over many accounts", async () => {
  const throttle = new SignInThrottle();
  const waits: number[] = [];
  for (let index = 0; index < 21; index++)
    waits.push(await throttle.take(`user${index}@example.com`, "192.0.2.1"));
  expect(waits.slice(0, 20).every((wait) => wait === 0)).toBe(true);
  expect(waits[20]).toBe(60);
});

test("an account that is attacked from everywhere stays open for clients that have signed in before", async () => {
  const throttle = new SignInThrottle();
  await throttle.take("ada@example.com", "198.51.100.7");
  await throttle.accept("ada@example.com", "198.51.100.7");
  for (let index = 0; index < 101; index++)
    await throttle.take("ada@example.com", `192.0.2.${index}`);
  expect(await throttle.take("ada@example.com", "203.0.113.1")).toBeGreaterThan(0);
  expect(await throttle.take("ada@example.com", "198.51.100.7")).toBe(0);
});

test("a right password clears the wrong ones before it", async () => {
  const throttle = new SignInThrottle();
  await guess(throttle, 5, "ada@example.com", "192.0.2.1");
  await throttle.accept("ada@example.com", "192.0.2.1");
  expect(await guess(throttle, 5, "ada@example.com", "192.0.2.1")).toEqual([0, 0, 0, 0, 0]);
});

test("blocks grow slowly and never beyond a quarter of an hour", () => {
  expect([1, 2, 3, 4, 5, 9].map(blockSeconds)).toEqual([60, 120, 240, 480, 900, 900]);
});

test("a client that has a whole IPv6 network to choose addresses from is one client", async () => {
  const throttle = new SignInThrottle();
  const waits: number[] = [];
  for (let index = 1; index <= 21; index++)
    waits.push(await throttle.take(`user${index}@example.com`, `2001:db8::${index}`));
  expect(waits[20]).toBe(60);
  expect(await throttle.take("ada@example.com", "2001:db8:0:1::1")).toBe(0);
});

test("what one process counted holds for all others, and for those to come", async ({
  database,
}) => {
  const [first, second] = [new SignInThrottle(), new SignInThrottle()];
  expect(await guess(first, 3, "ada@example.com", "192.0.2.1")).toEqual([0, 0, 0]);
  expect(await guess(second, 3, "ada@example.com", "192.0.2.1")).toEqual([0, 0, 60]);
  expect(await new SignInThrottle().take("ada@example.com", "192.0.2.1")).toBeGreaterThan(55);
  await first.accept("grace@example.com", "198.51.100.7");
  for (let index = 0; index < 101; index++)
    await second.take("grace@example.com", `192.0.2.${index}`);
  expect(await second.take("grace@example.com", "203.0.113.1")).toBeGreaterThan(0);
  expect(await second.take("grace@example.com", "198.51.100.7")).toBe(0);
  const { rows } = await sql<{ text: string }>`
    select sign_in_counts::text as text from sign_in_counts`.execute(database);
  expect(rows.map(({ text }) => text).join()).not.toMatch(/ada|grace|192\.0/);
});

test("counts that mean nothing any more are deleted, others stay", async ({ database }) => {
  const throttle = new SignInThrottle();
  await throttle.take("ada@example.com", "192.0.2.1");
  await throttle.accept("grace@example.com", "192.0.2.2");
  const count = async () =>
    (await database.selectFrom("sign_in_counts").select("key").execute()).length;
  const before = await count();
  await pruneSignInCounts();
  expect(await count()).toBe(before);
  shiftClock(DAY_MS);
  try {
    await pruneSignInCounts();
  } finally {
    shiftClock(0);
  }
  expect(await count()).toBe(1);
  expect(await throttle.take("grace@example.com", "192.0.2.2")).toBe(0);
});
