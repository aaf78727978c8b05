import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Db } from "#db/index.ts";
import { isSolved, newChallenge } from "#lib/pages/captcha.ts";
import { CODE_MINUTES, CODE_TRIES, requestCode, signInByCode } from "#lib/pages/sign-in-codes.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { unseal } from "#lib/platform/crypto/seal.ts";
import { pruneSignInCodes } from "#lib/server/worker/prune-sign-in-codes.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { type MintedUser, mintPage, mintUser } from "#tests/support/data/mint.ts";
import { visitor } from "#tests/support/data/subscribers.ts";
import { test as base, expect } from "#tests/support/test.ts";

const MINUTE_MS = 60_000;

async function solved(challenge: Challenge) {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error("not solved");
  return { challenge, solution };
}

function spelled(payload: object): string {
  return Buffer.from(JSON.stringify(payload)).toString("base64");
}

type Door = { page: { id: number; subdomain: string }; viewer: MintedUser };

const test = base.extend<{ door: Door }>({
  door: async ({ database, organization: { id } }, use) => {
    await installJobs();
    const page = await mintPage(database, id, { member_restricted: true });
    await use({ page, viewer: await mintUser(database, id, "viewer") });
  },
});
test.afterEach(() => shiftClock(0));

let clients = 0;
/** Somebody whom no throttle knows. */
function somebody(db: Db) {
  clients += 1;
  return { ...visitor(db), address: `2001:db8:${clients.toString(16)}::1` };
}

async function ask(db: Db, { page }: Door, email: string, password: string): Promise<string> {
  const asked = await requestCode(somebody(db), page, { email, password }, "en");
  if (asked.token === null) throw new Error("throttled");
  return asked.token;
}

/** What was ordered to be mailed for a page, the oldest first. */
async function ordered(db: Db, { page }: Door): Promise<Record<string, string>[]> {
  const rows = await db
    .selectFrom("outbox")
    .select("params_sealed")
    .where("status_page_id", "=", page.id)
    .where("kind", "=", "sign_in.code")
    .orderBy("id")
    .execute();
  return rows.map(({ params_sealed }) => JSON.parse(unseal(params_sealed)));
}

async function codeFor(db: Db, door: Door): Promise<{ token: string; code: string }> {
  const token = await ask(db, door, door.viewer.email, door.viewer.password);
  return { token, code: (await ordered(db, door)).at(-1)?.code ?? "" };
}

test("a solution counts once, even of many at the same time", async ({ database }) => {
  const payload = spelled(await solved(await newChallenge()));
  const answers = await Promise.all(Array.from({ length: 8 }, () => isSolved(database, payload)));
  expect(answers.filter(Boolean)).toHaveLength(1);
  expect(await isSolved(database, payload)).toBe(false);
});

test("what is late, changed, not ours or no solution at all does not count", async ({
  database,
}) => {
  shiftClock(-21 * MINUTE_MS);
  const late = await solved(await newChallenge());
  shiftClock(0);
  const { challenge, solution } = await solved(await newChallenge());
  const { parameters } = challenge;
  const easier = { ...challenge, parameters: { ...parameters, keyPrefix: "00" } };
  const longer = { ...challenge, parameters: { ...parameters, expiresAt: 9_999_999_999 } };
  const wrong = { ...solution, derivedKey: "0".repeat(solution.derivedKey.length) };
  const refused = [
    spelled(late),
    spelled({ challenge: easier, solution }),
    spelled({ challenge: longer, solution }),
    spelled({ challenge: { parameters }, solution }),
    spelled({ challenge, solution: wrong }),
    spelled({ challenge }),
    spelled({ test: true, challenge: null, solution: null }),
    "",
    "no base64",
  ];
  for (const payload of refused)
    expect([payload, await isSolved(database, payload)]).toEqual([payload, false]);
  expect(await isSolved(database, spelled({ challenge, solution }))).toBe(true);
});

test("a code signs in whoever gave the password, once", async ({ database, door }) => {
  const { token, code } = await codeFor(database, door);
  expect(code).toMatch(/^\d{8}$/);
  const typed = `${code.slice(0, 4)} ${code.slice(4)}`;
  const users = await Promise.all(
    [1, 2, 3].map(() => signInByCode(somebody(database), token, typed)),
  );
  expect(users.flatMap((user) => user?.id ?? [])).toEqual([door.viewer.id]);
  expect(await signInByCode(somebody(database), token, code)).toBeNull();
});

test("no account, a wrong password and a right one are told alike, and leave alike traces", async ({
  database,
  door,
}) => {
  const { email, password } = door.viewer;
  const tokens = [
    await ask(database, door, email, password),
    await ask(database, door, email, "a wrong password"),
    await ask(database, door, `no-${email}`, password),
  ];
  for (const token of tokens) expect(token).toMatch(/^[\w-]{32}$/);
  const messages = await ordered(database, door);
  expect(messages.map(({ user_id }) => user_id)).toEqual([String(door.viewer.id), "", ""]);
  for (const [index, token] of tokens.entries()) {
    const user = await signInByCode(somebody(database), token, messages[index]?.code ?? "");
    expect(user?.id).toBe(index === 0 ? door.viewer.id : undefined);
  }
});

test("after five tries, after ten minutes and after a new password a code is worth nothing", async ({
  database,
  door,
}) => {
  const tried = await codeFor(database, door);
  const wrong = tried.code === "00000000" ? "00000001" : "00000000";
  for (let index = 0; index < CODE_TRIES; index += 1)
    expect(await signInByCode(somebody(database), tried.token, wrong)).toBeNull();
  expect(await signInByCode(somebody(database), tried.token, tried.code)).toBeNull();

  const old = await codeFor(database, door);
  shiftClock(CODE_MINUTES * MINUTE_MS + 1_000);
  expect(await signInByCode(somebody(database), old.token, old.code)).toBeNull();
  await pruneSignInCodes();
  const left = database.selectFrom("sign_in_codes").where("user_id", "=", door.viewer.id);
  expect(await left.select("tries").execute()).toEqual([]);
  shiftClock(0);

  const before = await codeFor(database, door);
  await database
    .updateTable("users")
    .set({ password_hash: "another" })
    .where("id", "=", door.viewer.id)
    .execute();
  expect(await signInByCode(somebody(database), before.token, before.code)).toBeNull();
});

test("asking for codes is throttled: by client, whatever the password, and by account", async ({
  database,
  door,
}) => {
  const { email, password } = door.viewer;
  const client = somebody(database);
  const states = [];
  for (let index = 0; index < 6; index += 1)
    states.push((await requestCode(client, door.page, { email, password }, "en")).token !== null);
  expect(states).toEqual([true, true, true, true, true, false]);
  for (let index = 0; index < 10; index += 1) await ask(database, door, email, password);
  const reached = (await ordered(database, door)).filter(({ user_id }) => user_id !== "");
  expect(reached).toHaveLength(10);
});
