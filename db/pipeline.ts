import {
  type DatabaseConnection,
  type Driver,
  DummyDriver,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  Transaction,
  type TransactionBuilder,
  type TransactionSettings,
} from "kysely";

class HastyDriver extends PostgresDriver {
  /**
   * Sends `begin`, and the first statement right behind it. Only a lost connection refuses `begin`,
   * and that refuses the statement as well.
   */
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    super.beginTransaction(connection, settings).catch(() => {});
  }
}

class PipeliningDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }
  override createDriver(): Driver {
    return new HastyDriver(this.#config);
  }
}

/**
 * Kysely gives a transaction's connection to one statement at a time; here all of them share it,
 * until the work is done or fails: what is begun later would come behind `commit` or `rollback`.
 */
async function sharing<DB, T>(
  serial: Transaction<DB>,
  dialect: PostgresDialect,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const own = serial.getExecutor();
  const connection = await own.provideConnection(async (its) => its);
  let isOver = false;
  const executor = own.withConnectionProvider({
    provideConnection: async (use) => {
      if (isOver) throw new Error("The transaction is over");
      return use(connection);
    },
  });
  // `begin`, `commit` and `rollback` stay with the transaction it is made from.
  const driver = new DummyDriver();
  try {
    return await work(new Transaction({ config: { dialect }, dialect, driver, executor }));
  } finally {
    isOver = true;
  }
}

/**
 * Kysely whose transactions send statements that are begun together (`Promise.all`) one behind the
 * other, in the order in which they are begun, without waiting for an answer in between: all of
 * them cost one round trip. The pool's clients are in pg's pipeline mode. When one fails, those
 * behind it fail as well, later; `Promise.all` throws the first one's error.
 */
export class PipeliningKysely<DB> extends Kysely<DB> {
  readonly #dialect: PostgresDialect;
  constructor(config: PostgresDialectConfig) {
    const dialect = new PipeliningDialect(config);
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
