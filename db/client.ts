import pg from "pg";
import { clusterOf, type Host, NoPrimary, setHost } from "#db/primary.ts";

export type ClientConfig = pg.ClientConfig & {
  /** Several servers, of which one is the primary. */
  hosts?: readonly Host[];
  /** Whether a pooler gives each transaction another session. */
  isPooled?: boolean;
};

type Done = (error: Error | null) => void;
type StartupConfig = Record<string, string>;
type ParameterStatus = { parameterName: string; parameterValue: string };

/** The SQLSTATE for a write to a server that takes none. */
export const READ_ONLY = "25006";

/** Connects to the primary. A standby is refused, since it cannot write. */
export class DatabaseClient extends pg.Client {
  readonly #given: ClientConfig;
  #isStandby = false;
  #isDiscarded = false;
  #forget = () => {};

  constructor(config: ClientConfig = {}) {
    super(config);
    this.#given = config;
    this.connection.on("parameterStatus", ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === "in_hot_standby") this.#isStandby = parameterValue === "on";
    });
    this.connection.on("errorMessage", ({ code }: pg.DatabaseError) => {
      if (code !== READ_ONLY) return;
      this.#forget();
      this.connection.stream.destroy(new NoPrimary("no longer a primary"));
    });
  }

  override connect(): Promise<pg.Client>;
  override connect(done: Done): void;
  override async connect(done?: Done): Promise<pg.Client> {
    if (!done) return this.#connect();
    await this.#connect().then(() => done(null), done);
    return this;
  }

  async #connect(): Promise<pg.Client> {
    const { hosts } = this.#given;
    if (!hosts) return this.#connectToPrimary();
    const cluster = clusterOf(this.#given, hosts);
    const host = await cluster.find();
    if (this.#isDiscarded) throw new NoPrimary("nobody waits for this connection");
    setHost(this, host);
    cluster.track(this, host);
    this.#forget = () => {
      if (!this.#isDiscarded) cluster.forget(host);
    };
    this.on("error", this.#forget);
    return this.#connectToPrimary().catch((error) => {
      this.#forget();
      throw error;
    });
  }

  /** Closes the connection at once. @param isSilent another server may be the primary by now */
  discard(isSilent = false): void {
    if (isSilent) this.#forget();
    this.#isDiscarded = true;
    this.connection.stream.destroy();
  }

  async #connectToPrimary(): Promise<pg.Client> {
    await super.connect();
    if (!this.#isStandby) return this;
    this.end().catch(() => {});
    throw new NoPrimary(`${this.host}:${this.port} is a standby, which cannot write`);
  }

  /** Poolers know this parameter and keep it for each client; they refuse those of sessions. */
  getStartupConf(): StartupConfig {
    const { getStartupConf } = pg.Client.prototype as unknown as DatabaseClient;
    const plain = getStartupConf.call(this);
    return this.#given.isPooled ? { ...plain, TimeZone: "UTC" } : plain;
  }
}
