import { sql } from "kysely";
import pg from "pg";
import { PipeliningKysely, readTogether } from "#db/pipeline.ts";
import { PreparingClient } from "#db/prepared.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { transact } from "#lib/core/transaction/transact.ts";
import { Relay } from "#tests/support/db/relay.ts";
import { overTcp } from "#tests/support/server/run.ts";
import { test as base, expect } from "#tests/support/test.ts";

type Notes = { notes: { a: number } };

const test = base.extend<{ notes: PipeliningKysely<Notes>; relay: Relay }>({
  relay: async ({ databaseUrl }, use) => {
    const relay = new Relay(overTcp(databaseUrl));
    await use(relay);
    relay.close();
  },
  notes: async ({ relay }, use) => {
    const connectionString = await relay.listen();
    const config = { connectionString, max: 1, Client: PreparingClient, pipeline: true };
    const db = new PipeliningKysely<Notes>({ pool: new pg.Pool(config) });
    await sql`create table notes (a integer unique)`.execute(db);
    await use(db);
    await sql`drop table notes`.execute(db);
    await db.destroy();
  },
});

test("statements begun together cost one round trip, and `begin` none", async ({
  notes,
  relay,
}) => {
  const note = (a: number) => notes.insertInto("notes").values({ a });
  const before = relay.turns;
  await notes.transaction().execute(async (trx) => {
    await Promise.all([1, 2, 3, 4].map((a) => trx.executeQuery(note(a))));
    await Promise.all([5, 6, 7, 8].map((a) => trx.executeQuery(note(a))));
  });
  const turns = relay.turns - before;
  const rows = await notes.selectFrom("notes").selectAll().execute();
  expect(rows.map(({ a }) => a)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  // Two batches, the first one with `begin`, and the commit.
  expect(turns).toBe(3);
});

test("of statements begun together the one that failed is told, and none is kept", async ({
  notes,
}) => {
  const failed = notes.transaction().execute(async (trx) => {
    const note = (a: number) => trx.insertInto("notes").values({ a }).execute();
    await Promise.all([note(1), note(1), note(2)]);
  });
  await expect(failed).rejects.toMatchObject({ code: "23505" });
  await notes.insertInto("notes").values({ a: 3 }).execute();
  expect(await notes.selectFrom("notes").selectAll().execute()).toEqual([{ a: 3 }]);
});

test("the cause is told, however deep below the others it failed", async ({ notes, relay }) => {
  relay.isLazy = true;
  const failed = notes.transaction().execute(async (trx) => {
    const note = (a: number) => trx.insertInto("notes").values({ a }).execute();
    const deep = async (a: number, depth: number): Promise<unknown> =>
      depth === 0 ? note(a) : deep(a, depth - 1);
    await note(1);
    await Promise.all([deep(1, 50), sql`select 1`.execute(trx), note(2)]);
  });
  await expect(failed).rejects.toMatchObject({ code: "23505" });
});

test("work that goes on after its transaction failed changes nothing", async ({ notes }) => {
  let late: Promise<void> | undefined;
  const failed = notes.transaction().execute(async (trx) => {
    const note = (a: number) => trx.insertInto("notes").values({ a }).execute();
    const goOn = async () => {
      for (let a = 1; a < 1_000; a += 1) await note(a);
    };
    late = goOn();
    late.catch(() => {});
    await note(1_000);
    throw new Error("changed its mind");
  });
  await expect(failed).rejects.toThrow("changed its mind");
  await expect(late).rejects.toThrow(/is over|already rolled back/);
  expect(await notes.selectFrom("notes").selectAll().execute()).toEqual([]);
});

test("a plan that a migration made wrong has the transaction done again, from its first statement", async ({
  notes,
}) => {
  const all = async () =>
    transact({ ...systemContext(notes as never, "test"), db: notes as never }, async (trx) => {
      const rows = trx.selectFrom("notes" as never).selectAll();
      return rows.where("a" as never, "=", 1 as never).execute();
    });
  await notes.insertInto("notes").values({ a: 1 }).execute();
  expect(await all()).toEqual([{ a: 1 }]);
  await sql`alter table notes add column b integer default 2`.execute(notes);
  expect(await all()).toEqual([{ a: 1, b: 2 }]);
});

test("reads that share a connection cost one round trip when they are begun together", async ({
  notes,
  relay,
}) => {
  const before = relay.turns;
  const read = (a: number) => sql<{ a: number }>`select ${a}::integer as a`;
  const found = await readTogether<Notes, { rows: { a: number }[] }[]>(notes, async (db) => [
    ...(await Promise.all([1, 2, 3].map((a) => read(a).execute(db)))),
    ...(await Promise.all([4, 5].map((a) => read(a).execute(db)))),
  ]);
  expect(found.map(({ rows: [row] }) => row?.a)).toEqual([1, 2, 3, 4, 5]);
  expect(relay.turns - before).toBe(2);
});

test("a connection is given back when all is answered, and takes nothing after that", async ({
  notes,
}) => {
  let late: (() => Promise<unknown>) | undefined;
  let isAnswered = false;
  const failed = readTogether<Notes, unknown>(notes, async (db) => {
    late = () => sql`select 1`.execute(db);
    const slow = sql`select pg_sleep(0.05)`.execute(db).then(() => {
      isAnswered = true;
    });
    await Promise.all([sql`select 1 / 0`.execute(db), slow]);
  });
  await expect(failed).rejects.toMatchObject({ code: "22012" });
  expect(isAnswered).toBe(true);
  await expect(late?.()).rejects.toThrow("was given back");
  expect((await sql`select 1`.execute(notes)).rows).toHaveLength(1);
});

test("reads that share a connection notice nothing of a migration that makes their plans wrong", async ({
  notes,
}) => {
  const all = () =>
    readTogether<Notes, unknown>(notes, (db) => {
      const rows = db.selectFrom("notes").selectAll().where("a", "=", 1);
      return Promise.all([rows.execute(), rows.execute()]);
    });
  await notes.insertInto("notes").values({ a: 1 }).execute();
  expect(await all()).toEqual([[{ a: 1 }], [{ a: 1 }]]);
  await sql`alter table notes add column b integer default 2`.execute(notes);
  const row = { a: 1, b: 2 };
  expect(await all()).toEqual([[row], [row]]);
});

test("reads that share a connection have no transaction", async ({ notes }) => {
  const begun = readTogether<Notes, unknown>(notes, (db) =>
    db.transaction().execute(async () => {}),
  );
  await expect(begun).rejects.toThrow("have no transaction");
});

test("a transaction on a connection of its own, as migrations have it, leaves nothing when it fails", async ({
  notes,
}) => {
  const failed = notes.connection().execute((db) =>
    db.transaction().execute(async (trx) => {
      await sql`create table half ()`.execute(trx);
      await sql`create table notes ()`.execute(trx);
    }),
  );
  await expect(failed).rejects.toMatchObject({ code: "42P07" });
  const { rows } = await sql`select to_regclass('half') as half`.execute(notes);
  expect(rows).toEqual([{ half: null }]);
});
