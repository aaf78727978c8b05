import { connect, createServer, type Socket } from "node:net";

const LAZY_MS = 20;

/** What stands between a client and PostgreSQL, and counts how often one waits for the other. */
export class Relay {
  turns = 0;
  /** Whether answers are held back for a moment, so that several are read at once. */
  isLazy = false;
  /** Cuts the connection off when the answer to its next commit comes, and refuses so many others. */
  losesCommit: { refuses: number } | null = null;
  #refuses = 0;
  readonly #server = createServer((client) => this.#join(client));
  readonly #target: URL;
  #isAsking = false;

  constructor(target: URL) {
    this.#target = target;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = new URL(this.#target);
    address.host = `127.0.0.1:${(this.#server.address() as { port: number }).port}`;
    return address.href;
  }

  #join(client: Socket): void {
    if (this.#refuses > 0) {
      this.#refuses -= 1;
      client.destroy();
      return;
    }
    let isCommitting = false;
    const server = connect(Number(this.#target.port || 5432), this.#target.hostname);
    client.on("data", (chunk) => {
      if (!this.#isAsking) this.turns += 1;
      this.#isAsking = true;
      isCommitting = this.losesCommit !== null && /\bcommit\b/.test(chunk.toString("latin1"));
      server.write(chunk);
    });
    let held: Buffer[] = [];
    const answer = () => {
      client.write(Buffer.concat(held));
      held = [];
    };
    server.on("data", (chunk: Buffer) => {
      this.#isAsking = false;
      if (isCommitting && this.losesCommit) {
        this.#refuses = this.losesCommit.refuses;
        this.losesCommit = null;
        client.destroy();
        return;
      }
      held.push(chunk);
      if (!this.isLazy) answer();
      else if (held.length === 1) setTimeout(answer, LAZY_MS);
    });
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on("close", () => to.destroy());
      from.on("error", () => to.destroy());
    }
  }

  close(): void {
    this.#server.close();
  }
}
