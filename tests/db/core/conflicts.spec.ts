import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import { errorResponse } from "#lib/api/errors.ts";
import { refusal } from "#lib/core/forms/errors.ts";
import { type Context, systemContext, withClaims } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { systemGrant } from "#tests/support/data/incidents.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const NOTHING_TOLD = { result: undefined, audit: null, events: [] } as const;

async function twoServices(db: Db) {
  const { page } = await mintOrganization(db);
  const ids = [await mintService(db, page.id), await mintService(db, page.id)] as const;
  return { ids, grant: await systemGrant(db, page.subdomain) };
}

function nameOf(id: number): RawBuilder<{ name: string }> {
  return sql`select name from services where id = ${id}`;
}

async function append(trx: Trx, id: number, text: string): Promise<void> {
  await sql`update services set name = name || ${text} where id = ${id}`.execute(trx);
}

test("of two changes that wait for each other both are made, one of them at a further attempt", async ({
  database,
}) => {
  const { ids, grant } = await twoServices(database);
  const kept: string[] = [];
  const holding = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  let attempts = 0;
  const crosswise = (first: 0 | 1, second: 0 | 1) => {
    const ctx: Context = {
      ...systemContext(database, "test"),
      before_commit: async (_trx, result) => void kept.push(String(result)),
    };
    return changeRecords(ctx, grant, async (trx) => {
      attempts += 1;
      await sql`set local deadlock_timeout = '50ms'`.execute(trx);
      await append(trx, ids[first], "+");
      holding[first].resolve();
      await holding[second].promise;
      await append(trx, ids[second], "+");
      return { ...NOTHING_TOLD, result: first };
    });
  };
  expect(await Promise.all([crosswise(0, 1), crosswise(1, 0)])).toEqual([0, 1]);
  // Whoever is tried again may be in the other's way once more.
  expect(attempts).toBeGreaterThanOrEqual(3);
  expect(kept.toSorted()).toEqual(["0", "1"]);
  for (const id of ids)
    expect((await nameOf(id).execute(database)).rows[0]?.name).toMatch(/[^+]\+\+$/);
});

test("a change that cannot be serialized is made again upon what came in between", async ({
  database,
}) => {
  const { ids, grant } = await twoServices(database);
  let attempts = 0;
  // Nothing may be read before the level is set, so it asks for no move.
  const ctx = withClaims(systemContext(database, "test"));
  await changeRecords(ctx, grant, async (trx) => {
    attempts += 1;
    await sql`set transaction isolation level repeatable read`.execute(trx);
    await nameOf(ids[0]).execute(trx);
    if (attempts === 1)
      await sql`update services set name = 'Other' where id = ${ids[0]}`.execute(database);
    await append(trx, ids[0], "+");
    return NOTHING_TOLD;
  });
  expect(attempts).toBe(2);
  expect((await nameOf(ids[0]).execute(database)).rows[0]?.name).toBe("Other+");
});

test("a change goes through a migration of what it reads", async ({ database }) => {
  const { ids, grant } = await twoServices(database);
  const read = () =>
    changeRecords(systemContext(database, "test"), grant, async (trx) => {
      const { rows } = await sql<object>`select * from plans where id = ${ids[0]}`.execute(trx);
      return { ...NOTHING_TOLD, result: rows.length };
    });
  await sql`create table plans (id bigint)`.execute(database);
  await read();
  await sql`alter table plans add column more text`.execute(database);
  await expect(read()).resolves.toBe(0);
  await sql`drop table plans`.execute(database);
});

test("a change that always loses is given up after five attempts; another error at once", async ({
  database,
}) => {
  const { grant } = await twoServices(database);
  const failing = async (code: string) => {
    let attempts = 0;
    const change = changeRecords(systemContext(database, "test"), grant, async (trx) => {
      attempts += 1;
      await sql`do ${sql.lit(`begin raise exception using errcode = '${code}'; end`)}`.execute(trx);
      return NOTHING_TOLD;
    });
    await expect(change).rejects.toMatchObject({ code });
    return attempts;
  };
  expect(await failing("40001")).toBe(5);
  expect(await failing("40P01")).toBe(5);
  expect(await failing("22012")).toBe(1);
});

test("what takes PostgreSQL too long may be tried again: programs are told when, people keep their text", async ({
  database,
}) => {
  const slow = database.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 1`.execute(trx);
    await sql`select pg_sleep(60)`.execute(trx);
  });
  const error = await slow.catch((thrown) => thrown);
  const answer = errorResponse(error, "test");
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
  const t = translator("en");
  expect(refusal(error, t, "test").message).toBe(t("admin.errors.unavailable"));
});
