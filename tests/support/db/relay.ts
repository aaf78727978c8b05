import { connect, createServer, type Socket } from "node:net";

const LAZY_MS = 20;

/** What stands between a client and PostgreSQL, and counts how often one waits for the other. */
export class Relay {
  turns = 0;
  /** Whether answers are held back for a moment, so that several are read at once. */
  isLazy = false;
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
    const server = connect(Number(this.#target.port || 5432), this.#target.hostname);
    client.on("data", (chunk) => {
      if (!this.#isAsking) this.turns += 1;
      this.#isAsking = true;
      server.write(chunk);
    });
    let held: Buffer[] = [];
    const answer = () => {
      client.write(Buffer.concat(held));
      held = [];
    };
    server.on("data", (chunk: Buffer) => {
      this.#isAsking = false;
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
