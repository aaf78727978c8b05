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

  /**
   * Sends `begin` without waiting for its answer. It fails when the connection is lost, and then the
   * next statement fails as well; should it fail alone, the commit does.
   */
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

// What PostgreSQL says of statements behind one that failed: the transaction is aborted, or the
// statement that they repeat was never planned.
const BEHIND_A_FAILURE = new Set(["25P02", "26000"]);

function isConsequence(error: unknown): boolean {
  return BEHIND_A_FAILURE.has((error as { code?: string } | null)?.code ?? "");
}

/**
 * Kysely lets one statement at a time use a transaction's connection; here all share it until the
 * work ends. After that a statement would be sent behind `commit` or `rollback`, so it is refused.
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
  // `begin`, `commit` and `rollback` stay with the transaction it is made from.
  const driver = new DummyDriver();
  try {
    return await work(new Transaction({ config: { dialect }, dialect, driver, executor }));
  } catch (error) {
    isOver = true;
    if (!isConsequence(error)) throw error;
    // Of failures that are read together, the one with fewer callers above it gets here first.
    await soon();
    throw cause ?? error;
  } finally {
    isOver = true;
  }
}

/** `begin` among statements of others would be theirs, too. */
class ReadingDriver extends DummyDriver {
  override async beginTransaction(): Promise<void> {
    throw new Error("Reads that share a connection have no transaction");
  }
}

// What statements are sent by is the connection; this only tells their language.
const LANGUAGE = new PostgresDialect({
  pool: async () => {
    throw new Error("not to be connected");
  },
});

/**
 * Reads on one connection: statements that are begun together are sent one behind the other, as
 * those of a transaction are, but each fails by itself. The pool gets the connection back when all
 * are answered; whatever is asked after that is refused.
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
 * Kysely whose transactions send statements that are begun together (`Promise.all`) one behind the
 * other, in the order in which they are begun, without waiting for an answer in between: together
 * they cost one round trip. The pool's clients must be in pg's pipeline mode. When one fails, those
 * behind it fail as well; the transaction throws the error of the one that failed first.
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
