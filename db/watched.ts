import pg from "pg";
import { isAnswering, recordAnswer, recordFailure } from "#db/answering.ts";

const SUSPICIOUS_MS = 1_000;

/** The error of a query whose database stopped responding. */
class SilentDatabase extends Error {
  readonly code = "ETIMEDOUT";
}

/**
 * A client that does not wait for a database that has fallen silent: a statement that takes long
 * may be slow, so somebody else asks whether the database still answers. If not, the connection is
 * given up, and its place in the pool is free.
 */
export class WatchedClient extends pg.Client {
  readonly #config: pg.ClientConfig;
  /** How many statements are under way. */
  protected underWay = 0;

  constructor(config: pg.ClientConfig = {}) {
    super(config);
    this.#config = config;
  }

  override query(...args: unknown[]): never {
    const plain = super.query.bind(this) as (...given: unknown[]) => unknown;
    this.#gather();
    const rows = plain(...args);
    if (rows instanceof Promise) this.#watch(rows);
    return rows as never;
  }

  /** Statements that are begun together are sent as one packet. */
  #gather(): void {
    const { stream } = this.connection;
    if (stream.writableCorked > 0) return;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  #watch(rows: Promise<unknown>): void {
    let isPending = true;
    this.underWay += 1;
    const look = async () => {
      const answers = await isAnswering(this.#config);
      if (!isPending) return;
      if (answers) timer = setTimeout(look, SUSPICIOUS_MS);
      else this.connection.stream.destroy(new SilentDatabase("The database does not answer"));
    };
    let timer = setTimeout(look, SUSPICIOUS_MS);
    const end = () => {
      isPending = false;
      this.underWay -= 1;
      clearTimeout(timer);
    };
    const note = () => {
      end();
      recordAnswer();
    };
    rows.then(note, (error) => {
      end();
      recordFailure(error);
    });
  }
}
