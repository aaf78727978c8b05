import { sql } from "kysely";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import {
  changeEmail,
  confirmAddressChange,
  findAddressChange,
  requestAddressChange,
  stopAddressChange,
} from "#lib/identity/profile/change-address.ts";
import { resetSignIn } from "#lib/identity/profile/reset-sign-in.ts";
import { newSession, sessionOfToken } from "#lib/identity/sessions/session-token.ts";
import { findResetUser, requestPasswordReset } from "#lib/identity/sign-in/password-reset.ts";
import { findUser, type UserRow } from "#lib/identity/users/queries.ts";
import { now, shiftClock } from "#lib/platform/clock.ts";
import { orderedFor, person, withTwoFactor } from "#tests/support/data/accounts.ts";
import { mintUser } from "#tests/support/data/mint.ts";
import { untilWaiting } from "#tests/support/db/lock-waits.ts";
import { test as base, expect } from "#tests/support/test.ts";

type World = {
  user: UserRow;
  password: string;
  anybody: Context;
  /** The new address. */
  to: string;
  ask: (email: string, password?: string) => Promise<string>;
};

const test = base.extend<{ world: World }>({
  world: async ({ database, organization }, use) => {
    const { id, password } = await mintUser(database, organization.id, "editor");
    const user = await findUser(database, id);
    if (!user) throw new Error("no user");
    const ask = async (email: string, current_password = password) => {
      const ctx = person(database, id);
      await requestAddressChange(ctx, { user_id: id }, { email, current_password });
      return (await orderedFor(database, id)).at(-1)?.token ?? "";
    };
    const to = `new-${user.email}`;
    await use({ user, password, anybody: person(database), to, ask });
  },
});
test.afterEach(() => shiftClock(0));

const GONE = { code: "not_found" };

test("an address changes by its link, once; the former one is told, sessions stay, reset links end", async ({
  database,
  organization,
  world: { user, ask, to, anybody },
}) => {
  const session = await newSession(database, user);
  await requestPasswordReset(anybody, user.email, "en");
  const reset = (await orderedFor(database, user.id)).at(-1)?.token ?? "";
  const [other, token] = [await ask(`other-${user.email}`), await ask(to)];
  expect((await orderedFor(database, user.id)).at(-1)).toMatchObject({
    ...{ kind: "account.new_address", email: to },
  });
  expect((await findUser(database, user.id))?.email).toBe(user.email);
  expect(await findAddressChange(anybody, token)).toMatchObject({ email: to });
  await confirmAddressChange(anybody, token);
  expect(await findUser(database, user.id)).toMatchObject({ email: to, email_confirmed: true });
  expect(await sessionOfToken(database, session)).not.toBeNull();
  expect(await findResetUser(anybody, reset)).toBeNull();
  expect((await orderedFor(database, user.id)).at(-1)).toMatchObject({
    ...{ kind: "account.notice", notice: "email_changed", to: user.email },
  });
  const entry = await database
    .selectFrom("audit_log")
    .select(["actor_id", "changes", "before"])
    .where("organization_id", "=", organization.id)
    .where("action", "=", "user.change_email")
    .execute();
  expect(entry).toEqual([
    { actor_id: user.id, changes: { email: to }, before: { email: user.email } },
  ]);
  for (const used of [token, other])
    await expect(confirmAddressChange(anybody, used)).rejects.toMatchObject({ code: "not_found" });
});

test("a link ends with its hour or a new password, and gives nobody another's address", async ({
  database,
  organization,
  world: { user, ask, to, anybody },
}) => {
  const taken = await ask(organization.owner.email);
  await expect(confirmAddressChange(anybody, taken)).rejects.toMatchObject({
    fields: { email: [{ code: "taken" }] },
  });
  const token = await ask(to);
  for (const wrong of ["", "x", `${token.slice(0, -4)}AAAA`])
    expect(await findAddressChange(anybody, wrong)).toBeNull();
  shiftClock(3_601_000);
  expect(await findAddressChange(anybody, token)).toBeNull();
  shiftClock(0);
  expect(await findAddressChange(anybody, token)).not.toBeNull();
  await database
    .updateTable("users")
    .set({ password_hash: "another" })
    .where("id", "=", user.id)
    .execute();
  expect(await findAddressChange(anybody, token)).toBeNull();
});

test("the former address hears of it first, and stops it; a reset of the sign-in does, too", async ({
  database,
  organization,
  world: { user, ask, to, anybody },
}) => {
  const stops: [how: string, stop: (link: string) => Promise<void>][] = [
    ["by the link", (link) => stopAddressChange(anybody, link)],
    ["by a reset", () => resetSignIn(systemContext(database, "test"), { user_id: user.id })],
  ];
  for (const [how, stop] of stops) {
    const token = await ask(to);
    const asked = (await orderedFor(database, user.id)).at(-2);
    expect(asked).toMatchObject({ kind: "account.address_asked", email: to, to: user.email });
    await expect(confirmAddressChange(anybody, asked?.token ?? "")).rejects.toMatchObject(GONE);
    await expect(stopAddressChange(anybody, token)).rejects.toMatchObject(GONE);
    await stop(asked?.token ?? "");
    await expect(confirmAddressChange(anybody, token), how).rejects.toMatchObject(GONE);
    expect((await findUser(database, user.id))?.email).toBe(user.email);
    shiftClock(now().getTime() - Date.now() + 2_000);
  }
  await confirmAddressChange(anybody, await ask(to));
  expect((await findUser(database, user.id))?.email).toBe(to);
  const { count } = await database
    .selectFrom("audit_log")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("organization_id", "=", organization.id)
    .where("action", "=", "user.stop_address_change")
    .executeTakeFirstOrThrow();
  expect(count).toBe(1);
});

test("the former address undoes a change that was made, within the hour, whatever else was changed", async ({
  database,
  organization,
  world: { user, ask, to, anybody },
}) => {
  const token = await ask(to);
  const stop = (await orderedFor(database, user.id)).at(-2)?.token ?? "";
  await confirmAddressChange(anybody, token);
  const users = database.updateTable("users").where("id", "=", user.id);
  await users.set({ password_hash: "another" }).execute();
  const moved = await findUser(database, user.id);
  const session = moved && (await newSession(database, moved));
  await requestPasswordReset(anybody, to, "en");
  const reset = (await orderedFor(database, user.id)).at(-1)?.token ?? "";
  shiftClock(3_601_000);
  await expect(stopAddressChange(anybody, stop)).rejects.toMatchObject(GONE);
  shiftClock(0);
  expect(await findAddressChange(anybody, stop, "stop")).toMatchObject({ from: user.email });
  await stopAddressChange(anybody, stop);
  expect((await findUser(database, user.id))?.email).toBe(user.email);
  expect(await sessionOfToken(database, session)).toBeNull();
  expect(await findResetUser(anybody, reset)).toBeNull();
  await expect(stopAddressChange(anybody, stop)).rejects.toMatchObject(GONE);
  const entry = await database
    .selectFrom("audit_log")
    .select(["changes", "before"])
    .where("organization_id", "=", organization.id)
    .where("action", "=", "user.stop_address_change")
    .executeTakeFirst();
  expect(entry).toEqual({ changes: { email: user.email }, before: { email: to } });
});

test("an operator's change of the address is the last word", async ({
  database,
  world: { user, ask },
}) => {
  await ask(`new-${user.email}`);
  const stop = (await orderedFor(database, user.id)).at(-2)?.token ?? "";
  const to = `operators-${user.email}`;
  await changeEmail(systemContext(database, "cli"), { user_id: user.id }, to);
  await expect(stopAddressChange(person(database), stop)).rejects.toMatchObject(GONE);
  expect((await findUser(database, user.id))?.email).toBe(to);
});

test("a confirmation waits for whoever changes the account", async ({
  database,
  world: { user, ask, to },
}) => {
  const token = await ask(to);
  const late = await database.transaction().execute(async (trx) => {
    const users = trx.updateTable("users").where("id", "=", user.id);
    await users.set({ password_hash: "another" }).execute();
    const confirmed = confirmAddressChange(person(database), token).catch(({ code }) => code);
    await untilWaiting(database, 1, "users");
    return { confirmed };
  });
  expect(await late.confirmed).toBe("not_found");
  expect((await findUser(database, user.id))?.email).toBe(user.email);
});

test("a link takes the password, a second proof where there is one, and patience", async ({
  database,
  world: { user, password, ask, to },
}) => {
  await expect(ask(to, "wrong")).rejects.toMatchObject({
    fields: { current_password: [{ code: "wrong_password" }] },
  });
  await expect(ask(user.email)).rejects.toMatchObject({ fields: { email: [{ code: "taken" }] } });
  const ctx = person(database, user.id);
  const other = { user_id: user.id + 1 };
  const asked = { email: to, current_password: password };
  await expect(requestAddressChange(ctx, other, asked)).rejects.toMatchObject({
    code: "not_found",
  });
  const knowsPassword = { ...ctx, actor: { kind: "account" as const, user_id: user.id } };
  await withTwoFactor(database, user.id);
  await expect(
    requestAddressChange(knowsPassword, { user_id: user.id }, asked),
  ).rejects.toMatchObject({ code: "forbidden" });
  for (let turn = 0; turn < 5; turn += 1) await ask(to);
  await expect(ask(to)).rejects.toMatchObject({ code: "rate_limited" });
});
