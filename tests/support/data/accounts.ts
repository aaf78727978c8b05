import type { Db } from "#db/index.ts";
import { authorizeUser, type UserTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { insertPasskey } from "#lib/identity/passkeys/queries.ts";
import {
  beginTwoFactor,
  confirmTwoFactor,
  getTwoFactor,
} from "#lib/identity/profile/two-factor.ts";
import { unseal } from "#lib/platform/crypto/seal.ts";
import { codeOf } from "#tests/support/browser/totp.ts";

let clients = 0;

/** Somebody whom no throttle knows, signed in as a user or not at all. */
export function person(db: Db, user_id: number | null = null): Context {
  clients += 1;
  return {
    db,
    actor: user_id === null ? { kind: "visitor" } : { kind: "user", user_id, api_key_id: null },
    address: `2001:db8:acc:${clients.toString(16)}::1`,
    request_id: "test",
  };
}

/** The code of an error and those of its fields; null: there was none. */
export const refused = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ code, fields }) => [code, ...Object.values(fields ?? {}).flat()],
  );

/** Turns on the second factor of a user, as they would. */
export async function withTwoFactor(
  db: Db,
  user_id: number,
): Promise<{ secret: string; recovery_codes: string[] }> {
  const ctx = person(db, user_id);
  await beginTwoFactor(ctx, { user_id });
  const pending = await getTwoFactor(ctx, { user_id });
  if (pending.state !== "pending") throw new Error("not pending");
  const { secret } = pending;
  const confirm = () => confirmTwoFactor(ctx, { user_id }, codeOf(secret, -1));
  // The code's half minute may end on its way.
  return { secret, recovery_codes: await confirm().catch(confirm) };
}

/** @returns its id */
export async function withPasskey(database: Db, ctx: Context, target: UserTarget): Promise<number> {
  const grant = await authorizeUser(ctx, target);
  const values = { public_key: Buffer.alloc(32), counter: 0, transports: [], name: "Key" };
  const credential_id = `credential of ${target.user_id}`;
  const insert = database
    .transaction()
    .execute((trx) => insertPasskey(trx, grant, { ...values, credential_id }));
  return (await insert)?.id ?? 0;
}

/** What was ordered to be mailed to a user, the oldest first. */
export async function orderedFor(
  db: Db,
  user_id: number,
): Promise<(Record<string, string> & { kind: string })[]> {
  const rows = await db
    .selectFrom("outbox")
    .select(["kind", "params_sealed"])
    .orderBy("id")
    .execute();
  return rows
    .map(({ kind, params_sealed }) => ({ kind, ...JSON.parse(unseal(params_sealed)) }))
    .filter((params) => params.user_id === String(user_id));
}
