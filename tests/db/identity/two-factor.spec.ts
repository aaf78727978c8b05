import { authorizeUser } from "#lib/core/access/authorize.ts";
import { prove } from "#lib/identity/profile/prove.ts";
import {
  beginTwoFactor,
  confirmTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  turnOffTwoFactor,
} from "#lib/identity/profile/two-factor.ts";
import { newSession, sessionOfToken } from "#lib/identity/sessions/session-token.ts";
import { hashRecoveryCode } from "#lib/identity/sign-in/codes.ts";
import { beginSecondStep, finishSecondStep } from "#lib/identity/sign-in/second-step.ts";
import { findUser, type UserRow } from "#lib/identity/users/queries.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { codeOf } from "#tests/support/browser/totp.ts";
import { orderedFor, person, refused, withTwoFactor } from "#tests/support/data/accounts.ts";
import { mintUser, PASSWORD } from "#tests/support/data/mint.ts";
import { untilWaiting } from "#tests/support/db/lock-waits.ts";
import { test as base, expect } from "#tests/support/test.ts";

const STEP_MS = 30_000;

type World = { user: UserRow; step: () => Promise<string> };

const test = base.extend<{ world: World }>({
  world: async ({ database, organization }, use) => {
    await installJobs();
    const { id } = await mintUser(database, organization.id, "editor");
    const user = await findUser(database, id);
    if (!user) throw new Error("no user");
    const step = async () => (await beginSecondStep(person(database), user)) ?? "";
    await use({ user, step });
  },
});
test.afterEach(() => shiftClock(0));

test("who has no second factor is asked for none", async ({ database, world: { user } }) => {
  expect(await beginSecondStep(person(database), user)).toBeNull();
  await beginTwoFactor(person(database, user.id), { user_id: user.id });
  expect(await beginSecondStep(person(database), user)).toBeNull();
});

test("a code counts now, one step before and one after, and never twice", async ({
  database,
  world: { user, step },
}) => {
  const { secret } = await withTwoFactor(database, user.id);
  const tryCode = async (code: string) =>
    (await finishSecondStep(person(database), await step(), code)).user?.id ?? null;
  expect(await tryCode(codeOf(secret, -1))).toBeNull();
  const now = codeOf(secret);
  expect(await tryCode(`${now.slice(0, 3)} ${now.slice(3)}`)).toBe(user.id);
  expect(await tryCode(now)).toBeNull();
  expect(await tryCode(codeOf(secret, 3))).toBeNull();
  expect(await tryCode(codeOf(secret, 1))).toBe(user.id);
  shiftClock(2 * STEP_MS);
  expect(await tryCode(codeOf(secret, -1))).toBeNull();
  expect(await tryCode(codeOf(secret))).toBe(user.id);
});

test("of many who enter one code at once, one comes in", async ({
  database,
  world: { user, step },
}) => {
  const { secret } = await withTwoFactor(database, user.id);
  const code = codeOf(secret);
  const tries = Array.from({ length: 6 }, async () =>
    finishSecondStep(person(database), await step(), code),
  );
  const users = (await Promise.all(tries)).filter((tried) => tried.user !== null);
  expect(users).toHaveLength(1);
});

test("ten recovery codes work once each, however they are typed, and only their hashes are kept", async ({
  database,
  world: { user, step },
}) => {
  const { recovery_codes } = await withTwoFactor(database, user.id);
  expect(new Set(recovery_codes).size).toBe(10);
  const [code = "", other = ""] = recovery_codes;
  const typed = [code.toUpperCase().replaceAll("0", "O"), ` ${other.replaceAll("-", "")} `];
  for (const text of typed)
    expect(await finishSecondStep(person(database), await step(), text)).toMatchObject({ user });
  expect(await finishSecondStep(person(database), await step(), code)).toMatchObject({
    user: null,
    gone: false,
  });
  const state = await getTwoFactor(person(database, user.id), { user_id: user.id });
  expect(state).toEqual({ state: "on", recovery_codes: 8 });
  const rows = await database.selectFrom("recovery_codes").selectAll().execute();
  expect(rows.map(({ code_hash }) => code_hash.toString("hex"))).toContain(
    hashRecoveryCode(recovery_codes[9] ?? "").toString("hex"),
  );
});

test("a second step is good for ten minutes, once, and for the password it began with", async ({
  database,
  world: { user, step },
}) => {
  const { secret } = await withTwoFactor(database, user.id);
  const finish = (token: string, steps = 0) =>
    finishSecondStep(person(database), token, codeOf(secret, steps));
  const token = await step();
  expect(await finish(token)).toMatchObject({ user: { id: user.id } });
  expect(await finish(token, 1)).toMatchObject({ user: null, gone: true });
  const late = await step();
  shiftClock(601_000);
  expect(await finish(late)).toMatchObject({ user: null, gone: true });
  const before = await step();
  const values = { password_hash: "another" };
  await database.updateTable("users").set(values).where("id", "=", user.id).execute();
  expect(await finish(before)).toMatchObject({ user: null, gone: true });
  expect(await finish("x".repeat(32))).toMatchObject({ user: null, gone: true });
});

test("guessing codes is throttled, by client and by account, whatever step is begun anew", async ({
  database,
  world: { user, step },
}) => {
  const { secret } = await withTwoFactor(database, user.id);
  const client = person(database);
  const waits = [];
  for (let index = 0; index < 6; index += 1) {
    const tried = await finishSecondStep(client, await step(), "000000");
    waits.push(tried.user === null ? tried.wait_seconds : 0);
  }
  expect(waits).toEqual([0, 0, 0, 0, 0, 60]);
  for (let index = 0; index < 15; index += 1)
    await finishSecondStep(person(database), await step(), "000000");
  const stranger = await finishSecondStep(person(database), await step(), codeOf(secret));
  expect(stranger).toMatchObject({ user: null, gone: false });
  expect(stranger.user === null && stranger.wait_seconds).toBeGreaterThan(0);
});

test("turning it off and new recovery codes ask for the password, and sessions then prove less", async ({
  database,
  world: { user, step },
}) => {
  const { recovery_codes } = await withTwoFactor(database, user.id);
  const target = { user_id: user.id };
  const ctx = person(database, user.id);
  const refusal = { code: "invalid", fields: { current_password: [{ code: "wrong_password" }] } };
  await expect(turnOffTwoFactor(ctx, target, "a guess")).rejects.toMatchObject(refusal);
  await expect(renewRecoveryCodes(ctx, target, "a guess")).rejects.toMatchObject(refusal);
  const renewed = await renewRecoveryCodes(ctx, target, PASSWORD);
  const finish = async (code = "") => finishSecondStep(person(database), await step(), code);
  expect(await finish(recovery_codes[0])).toMatchObject({ user: null });
  expect(await finish(renewed[0])).toMatchObject({ user });
  const token = await newSession(database, user, { method: "two_factor" });
  await turnOffTwoFactor(ctx, target, PASSWORD);
  expect(await sessionOfToken(database, token)).toMatchObject({ method: "password" });
  expect(await getTwoFactor(ctx, target)).toEqual({ state: "off" });
  const notices = (await orderedFor(database, user.id)).map(({ notice }) => notice);
  expect(notices).toEqual(["two_factor_on", "recovery_codes_renewed", "two_factor_off"]);
});

test("recovery codes that are renewed twice at once are one set", async ({
  database,
  world: { user },
}) => {
  await withTwoFactor(database, user.id);
  const target = { user_id: user.id };
  const ctx = person(database, user.id);
  const both = await database.transaction().execute(async (trx) => {
    const codes = trx.selectFrom("recovery_codes").where("user_id", "=", user.id);
    await codes.select("code_hash").forUpdate().execute();
    const renewals = [1, 2].map(() => renewRecoveryCodes(ctx, target, PASSWORD));
    await untilWaiting(database, renewals.length);
    return { done: Promise.all(renewals) };
  });
  await both.done;
  expect(await getTwoFactor(ctx, target)).toEqual({ state: "on", recovery_codes: 10 });
});

test("recovery codes renewed while the factor is turned off fail only when there is none", async ({
  database,
  world: { user },
}) => {
  const target = { user_id: user.id };
  const ctx = person(database, user.id);
  const off = () => refused(turnOffTwoFactor(ctx, target, PASSWORD));
  const renew = () => refused(renewRecoveryCodes(ctx, target, PASSWORD));
  const orders = [
    { verbs: [renew, off], answers: [null, null] },
    { verbs: [off, renew], answers: [null, ["not_found"]] },
  ];
  for (const { verbs, answers } of orders) {
    await withTwoFactor(database, user.id);
    const both = await database.transaction().execute(async (trx) => {
      const codes = trx.selectFrom("recovery_codes").where("user_id", "=", user.id);
      await codes.select("code_hash").forUpdate().execute();
      const done = [];
      for (const verb of verbs) {
        done.push(verb());
        await untilWaiting(database, done.length);
      }
      return { done: Promise.all(done) };
    });
    expect(await both.done).toEqual(answers);
    expect(await getTwoFactor(ctx, target)).toEqual({ state: "off" });
  }
  await beginTwoFactor(ctx, target);
  expect(await renew()).toEqual(["not_found"]);
});

test("who has no password proves with a code; a stranger touches no account", async ({
  database,
  organization,
  world: { user },
}) => {
  const { secret } = await withTwoFactor(database, user.id);
  const values = { password_hash: null };
  await database.updateTable("users").set(values).where("id", "=", user.id).execute();
  const ctx = person(database, user.id);
  const grant = await authorizeUser(ctx, { user_id: user.id });
  await expect(prove(ctx, grant, "")).rejects.toMatchObject({ code: "invalid" });
  expect(await prove(ctx, grant, codeOf(secret))).toMatchObject({ id: user.id });
  const stranger = person(database, organization.owner.id);
  await expect(beginTwoFactor(stranger, { user_id: user.id })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(confirmTwoFactor(stranger, { user_id: user.id }, "1")).rejects.toMatchObject({
    code: "not_found",
  });
});

test("a secret is kept sealed, is another each time before it is confirmed, and stays after", async ({
  database,
  world: { user },
}) => {
  const target = { user_id: user.id };
  const ctx = person(database, user.id);
  const secrets = [];
  for (let index = 0; index < 2; index += 1) {
    await beginTwoFactor(ctx, target);
    const state = await getTwoFactor(ctx, target);
    secrets.push(state.state === "pending" ? state.secret : "");
  }
  expect(new Set(secrets).size).toBe(2);
  await expect(confirmTwoFactor(ctx, target, codeOf(secrets[0] ?? ""))).rejects.toMatchObject({
    fields: { code: [{ code: "wrong_code" }] },
  });
  await confirmTwoFactor(ctx, target, codeOf(secrets[1] ?? ""));
  await beginTwoFactor(ctx, target);
  expect(await getTwoFactor(ctx, target)).toMatchObject({ state: "on" });
  const rows = await database.selectFrom("two_factors").select("secret_sealed").execute();
  expect(JSON.stringify(rows)).not.toContain(secrets[1]);
});
