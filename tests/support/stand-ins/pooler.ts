import { connect, createServer, type Socket } from "node:net";
import { listenHere, shut } from "#tests/support/server/loopback.ts";

const HEADER = 5;
const FAKE_KEY = Buffer.from("4b0000000c7fffffff7fffffff", "hex");
const SIGNED_IN = Buffer.from("520000000800000000", "hex");

/** The messages of PostgreSQL's protocol that have arrived whole. */
class Messages {
  #rest = Buffer.alloc(0);

  /** @param isFirst whether the first one has no type, as what a client begins with */
  take(chunk: Buffer, isFirst = false): Buffer[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const whole: Buffer[] = [];
    for (let at = isFirst ? 0 : 1; this.#rest.length >= at + 4; at = 1) {
      const size = at + this.#rest.readInt32BE(at);
      if (this.#rest.length < size) break;
      whole.push(this.#rest.subarray(0, size));
      this.#rest = this.#rest.subarray(size);
    }
    return whole;
  }
}

type Session = { socket: Socket; client: Socket | null; greeting: Buffer[] };

/**
 * A pooler in transaction mode with one session of PostgreSQL, which the client that connects first
 * signs in to: whoever asks something has it to the end of its transaction.
 */
export class Pooler {
  readonly #target: URL;
  readonly #server = createServer((client) => this.#serve(client));
  readonly #queue: { client: Socket; message: Buffer }[] = [];
  #session: Session | null = null;

  constructor(target: URL) {
    this.#target = target;
  }

  async listen(): Promise<string> {
    const address = new URL(this.#target);
    address.host = `127.0.0.1:${await listenHere(this.#server)}`;
    return address.href;
  }

  async close(): Promise<void> {
    this.#session?.socket.destroy();
    await shut(this.#server);
  }

  #serve(client: Socket): void {
    const messages = new Messages();
    let isFirst = true;
    client.on("error", () => {});
    client.on("data", (chunk: Buffer) => {
      for (const message of messages.take(chunk, isFirst)) {
        if (isFirst) this.#welcome(client, message);
        else if (message[0] !== "X".charCodeAt(0)) this.#ask(client, message);
        isFirst = false;
      }
    });
  }

  #welcome(client: Socket, startup: Buffer): void {
    if (!this.#session) {
      this.#session = this.#open(client);
      this.#session.socket.write(startup);
    } else client.write(Buffer.concat([SIGNED_IN, ...this.#session.greeting]));
  }

  #ask(client: Socket, message: Buffer): void {
    const { client: holder, socket } = this.#session as Session;
    if (holder && holder !== client) {
      this.#queue.push({ client, message });
      return;
    }
    (this.#session as Session).client = client;
    socket.write(message);
  }

  #open(first: Socket): Session {
    const socket = connect(Number(this.#target.port || 5432), this.#target.hostname);
    const session: Session = { socket, client: first, greeting: [] };
    const messages = new Messages();
    let isGreeting = true;
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => {
      for (const message of messages.take(chunk)) {
        const type = String.fromCharCode(message[0] ?? 0);
        const told = type === "K" ? FAKE_KEY : message;
        if (isGreeting && "SKZ".includes(type)) session.greeting.push(told);
        session.client?.write(told);
        if (type !== "Z") continue;
        isGreeting = false;
        if (message[HEADER] === "I".charCodeAt(0)) this.#release(session);
      }
    });
    return session;
  }

  #release(session: Session): void {
    session.client = null;
    for (const { client, message } of this.#queue.splice(0)) this.#ask(client, message);
  }
}
