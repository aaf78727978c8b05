import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type PlainHead, plainHead } from "#lib/server/fast-path/plain-head.ts";
import type { PreparedAnswer } from "#lib/server/fast-path/prepared-answer.ts";
import { SingleRequest } from "#lib/server/fast-path/single-request.ts";

export type Answered = { head: PlainHead; answer: PreparedAnswer };

type Parts = {
  /** Answers to all requests in a text of latin1; null: node:http must answer. */
  find: (text: string) => Answered[] | null;
  takeOver: (socket: Socket) => void;
  leave: (connection: Connection) => void;
};

/** Clients of the API never ask for ready copies, and node:http serves them best by itself. */
const MAX_MISSES_IN_A_ROW = 4;

/** A connection that has sent nothing but plain requests so far. */
export class Connection {
  readonly socket: Socket;
  readonly #parts: Parts;
  /** In ms of the monotonic clock; renewed by whoever sweeps. */
  idle_since: number;
  isFresh = true;
  #isActive = true;
  #isLast = false;
  #misses = 0;
  /** The request that node:http is answering. */
  #request: SingleRequest | null = null;

  constructor(socket: Socket, present_ms: number, parts: Parts) {
    this.socket = socket;
    this.#parts = parts;
    this.idle_since = present_ms;
    socket.on("data", this.#read).on("end", this.#end);
    socket.on("error", this.#fail).on("close", this.#leave);
  }

  /** Whether it was used since the last call, or is answering. */
  takeActivity(): boolean {
    const { writableLength } = this.socket;
    const wasActive = this.#isActive || writableLength > 0 || this.#request !== null;
    this.#isActive = false;
    return wasActive;
  }

  /** Ends it after what it has to send. */
  finish(): void {
    if (this.#request) this.#isLast = true;
    else if (this.isFresh) this.#handOver();
    else this.socket.destroySoon();
  }

  /** Gives the connection to node:http for good. @param bytes that it has to read first */
  #handOver(bytes: Buffer | null = null): void {
    const { socket } = this;
    socket.off("data", this.#read).off("end", this.#end);
    socket.off("error", this.#fail).off("close", this.#leave);
    this.#leave();
    socket.pause();
    if (bytes) socket.unshift(bytes);
    this.#parts.takeOver(socket);
    socket.resume();
  }

  /** Passes one request to node:http. */
  #pass(bytes: Buffer): void {
    this.isFresh = false;
    this.#misses += 1;
    this.#request = new SingleRequest(this.socket, bytes, this.#goOn);
    this.#parts.takeOver(this.#request as Duplex as Socket);
  }

  readonly #goOn = () => {
    this.#request = null;
    if (this.#isLast) this.socket.destroySoon();
    else this.socket.resume();
  };

  readonly #end = () => void (this.#request ? this.#request.push(null) : this.socket.end());
  readonly #fail = () => void this.socket.destroy();
  readonly #leave = () => {
    this.#request?.destroy();
    this.#parts.leave(this);
  };

  readonly #read = (chunk: Buffer): void => {
    this.#isActive = true;
    if (this.#request === null) this.#answer(chunk);
    else {
      this.socket.pause();
      this.socket.unshift(chunk);
    }
  };

  #answer(chunk: Buffer): void {
    const { socket } = this;
    const text = chunk.toString("latin1");
    // node:http slows down clients that go on asking before they have read the answers.
    const answers = socket.writableLength === 0 ? this.#parts.find(text) : null;
    if (answers === null) {
      if (this.#mayPass(text)) this.#pass(chunk);
      else this.#handOver(chunk);
      return;
    }
    this.isFresh = false;
    this.#misses = 0;
    for (const { head, answer } of answers) {
      if (socket.writableLength > 0) {
        this.#handOver(chunk.subarray(head.begin));
        return;
      }
      answer.send(socket, head);
    }
  }

  /** Whether it is a single request whose response ends soon: live updates last. */
  #mayPass(text: string): boolean {
    if (this.#misses >= MAX_MISSES_IN_A_ROW || this.socket.writableLength > 0) return false;
    const head = plainHead(text, 0);
    return head !== null && head.end === text.length && !head.path.endsWith("/live");
  }
}
