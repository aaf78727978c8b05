import { isAnswering, recordAnswer, recordFailure } from "#db/answering.ts";
import { type ClientConfig, DatabaseClient } from "#db/client.ts";

const SUSPICIOUS_MS = 1_000;

class SilentDatabase extends Error {
  readonly code = "ETIMEDOUT";
}

/** Gives up the connection when a slow statement's database stops answering others, too. */
export class WatchedClient extends DatabaseClient {
  readonly #config: ClientConfig;
  protected underWay = 0;

  constructor(config: ClientConfig = {}) {
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

  /** Sends concurrent statements as one packet. */
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
