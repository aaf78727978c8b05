import { createServer } from "node:http";
import { sql } from "kysely";
import { type Db, patientDatabase } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { checkSecret } from "#lib/core/installation/check-secret.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { PROOF_PATH, proofOf } from "#lib/domains/dns-records.ts";
import { seal, withSecret } from "#lib/platform/crypto/seal.ts";
import { moveOrganization } from "#lib/server/move/move.ts";
import { SEALED, type Table } from "#lib/server/move/policies.ts";
import type { Side } from "#lib/server/move/queries.ts";
import { openRow } from "#lib/server/move/rows.ts";
import { type Minted, mintOrganization } from "#tests/support/data/mint.ts";
import { mintWholeOrganization } from "#tests/support/data/whole-organization.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { listenHere, shut } from "#tests/support/server/loopback.ts";
import { addressOfDatabase, cloneDatabase, dropDatabase } from "#tests/support/server/run.ts";
import { test as base } from "#tests/support/test.ts";

export const OTHER_SECRET = "the secret of the other installation";
export const TO = "https://eu.example.com";

/** A database with its secret, as a run of the command has it. */
export class Installation {
  readonly name: string;
  readonly secret: string;
  constructor(name: string, secret: string) {
    this.name = name;
    this.secret = secret;
  }

  get url(): string {
    return addressOfDatabase(this.name);
  }

  /** On one connection, which ends with its locks. */
  async use<T>(work: (side: Side) => Promise<T>): Promise<T> {
    const db = patientDatabase(this.url);
    const grant = authorizeProgram(systemContext(db, "move"));
    return work({ db, grant, secret: this.secret }).finally(() => db.destroy());
  }

  run<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.use(({ db }) => work(db));
  }

  async count(table: string): Promise<number> {
    const query = sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`;
    return (await this.run((db) => query.execute(db))).rows[0]?.n ?? 0;
  }

  /** Every row of every table, with secrets opened and without `left`. */
  dump(left: readonly string[] = []): Promise<Record<string, unknown[]>> {
    return this.run(async (db) => {
      const { rows: tables } = await sql<{ name: string }>`
        select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and not relispartition and relname not like 'kysely_%' order by 1`.execute(db);
      const all: Record<string, unknown[]> = {};
      for (const { name } of tables) all[name] = await this.#rows(db, name, left);
      return all;
    });
  }

  async #rows(db: Db, table: string, left: readonly string[]): Promise<unknown[]> {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.table(table)} as t order by to_jsonb(t)::text`.execute(
      db,
    );
    return rows.map(({ row }) => {
      const open = withSecret(this.secret, () => openRow(table as Table, texts(table, row)));
      const whole = Object.entries({ ...row, ...open });
      return Object.fromEntries(whole.filter(([column]) => !left.includes(`${table}.${column}`)));
    });
  }
}

/** Where an installation answers, as far as a proof is asked for. */
export async function atAddress(
  { secret }: Installation,
  work: (to: string) => Promise<void>,
): Promise<void> {
  const server = createServer(({ headers, url = "" }, response) => {
    const name = (headers.host ?? "").replace(/:\d+$/, "");
    response.end(proofOf(name, url.slice(PROOF_PATH.length), secret));
  });
  const port = await listenHere(server);
  await work(`http://127.0.0.1:${port}`).finally(() => shut(server));
}

/** The sealed columns, as PostgreSQL spells them. */
function texts(table: string, row: Record<string, unknown>) {
  const sealed = Object.entries(row).filter(([column]) => SEALED[`${table}.${column}`]);
  return Object.fromEntries(
    sealed.map(([column, value]) => [
      column,
      value === null || typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
}

export type World = { source: Installation; target: Installation; organization: Minted };

async function setUp(secret: string): Promise<Installation> {
  const one = new Installation(await cloneDatabase(), secret);
  const secret_canary = withSecret(secret, () => seal("canary"));
  await one.run((db) => db.insertInto("installation").values({ secret_canary }).execute());
  return one;
}

/** An installation with a whole organization, and an empty one. */
export const test = base.extend<{ world: World }>({
  world: async ({ database: _ }, use) => {
    const [source, target] = [await setUp(APP_SECRET), await setUp(OTHER_SECRET)];
    const organization = await source.run(async (db) => {
      await checkSecret(db);
      const minted = await mintOrganization(db);
      await mintWholeOrganization(db, minted);
      return minted;
    });
    await use({ source, target, organization });
    for (const { name } of [source, target]) await dropDatabase(name);
  },
});

type Say = (phase: string, detail?: string) => void;

export function move({ source, target, organization }: World, say: Say = () => {}) {
  const request = { organization_id: organization.id, to: TO, say };
  return source.use((from) =>
    target.use((to) => moveOrganization({ source: from, target: to, ...request })),
  );
}
