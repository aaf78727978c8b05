import { setImmediate as soon } from "node:timers/promises";
import {
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  Transaction,
  type TransactionBuilder,
  type TransactionSettings,
} from "kysely";
import { isStalePlan } from "#db/prepared.ts";

class EagerDriver extends PostgresDriver {
  readonly #begun = new WeakMap<DatabaseConnection, Promise<void>>();

  /** Sends `begin` without waiting: if it fails, the next statement or the commit fails too. */
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const begun = super.beginTransaction(connection, settings);
    begun.catch(() => {});
    this.#begun.set(connection, begun);
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#begun.get(connection);
    await super.commitTransaction(connection);
  }
}

// SQLSTATEs of statements behind a failed one: aborted transaction, unknown prepared statement.
const BEHIND_A_FAILURE = new Set(["25P02", "26000"]);

function isConsequence(error: unknown): boolean {
  return BEHIND_A_FAILURE.has((error as { code?: string } | null)?.code ?? "");
}

/**
 * Shares a transaction's connection among all statements, until the work ends: later ones would
 * follow `commit` or `rollback`, so they are refused.
 */
async function sharing<DB, T>(
  serial: Transaction<DB>,
  dialect: PostgresDialect,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const own = serial.getExecutor();
  const connection = await own.provideConnection(async (one) => one);
  let isOver = false;
  let cause: unknown;
  const executor = own.withConnectionProvider({
    provideConnection: async (use) => {
      if (isOver) throw new Error("The transaction is over");
      try {
        return await use(connection);
      } catch (error) {
        if (!isConsequence(error)) cause ??= error;
        throw error;
      }
    },
  });
  // `begin`, `commit` and `rollback` stay with the original transaction.
  const driver = new DummyDriver();
  try {
    return await work(new Transaction({ config: { dialect }, dialect, driver, executor }));
  } catch (error) {
    isOver = true;
    if (!isConsequence(error)) throw error;
    // Among concurrent failures, the one with fewer callers above it arrives first.
    await soon();
    throw cause ?? error;
  } finally {
    isOver = true;
  }
}

/** `begin` would include the statements of others. */
class ReadingDriver extends DummyDriver {
  override async beginTransaction(): Promise<void> {
    throw new Error("Reads that share a connection have no transaction");
  }
}

// Only provides the SQL dialect; the connection sends the statements.
const LANGUAGE = new PostgresDialect({
  pool: async () => {
    throw new Error("not to be connected");
  },
});

/**
 * Pipelines reads on one connection, where each fails by itself. The pool gets it back when all are
 * answered; later reads are refused.
 */
export function readTogether<DB, T>(
  db: Kysely<DB>,
  read: (shared: Kysely<DB>) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (single) => {
    const own = single.getExecutor();
    const connection = await own.provideConnection(async (one) => one);
    const underWay = new Set<Promise<unknown>>();
    let isOver = false;
    const executor = own.withConnectionProvider({
      provideConnection: async (use) => {
        if (isOver) throw new Error("The connection was given back");
        const answered = use(connection).catch((error) => {
          if (!isStalePlan(error)) throw error;
          return use(connection);
        });
        underWay.add(answered);
        return answered.finally(() => underWay.delete(answered));
      },
    });
    const config = { dialect: LANGUAGE };
    const driver = new ReadingDriver();
    try {
      return await read(new Kysely({ config, dialect: LANGUAGE, driver, executor }));
    } finally {
      isOver = true;
      await Promise.allSettled(underWay);
    }
  });
}

/**
 * Pipelines concurrent statements of a transaction: they cost one round trip. The first failure
 * fails those behind it, and its error is thrown. Clients must be in pg's pipeline mode.
 */
export class PipeliningKysely<DB> extends Kysely<DB> {
  readonly #dialect: PostgresDialect;
  constructor(config: PostgresDialectConfig) {
    const createDriver = () => new EagerDriver(config);
    const dialect = Object.assign(new PostgresDialect(config), { createDriver });
    super({ dialect });
    this.#dialect = dialect;
  }
  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction();
    const run = builder.execute.bind(builder);
    const execute: typeof run = (work) => run((serial) => sharing(serial, this.#dialect, work));
    return Object.assign(builder, { execute });
  }
}
