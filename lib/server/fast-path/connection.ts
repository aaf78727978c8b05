import type { Socket } from "node:net";
import type { PlainHead } from "#lib/server/fast-path/plain-head.ts";
import type { PreparedAnswer } from "#lib/server/fast-path/prepared-answer.ts";

export type Answered = { head: PlainHead; answer: PreparedAnswer };

type Parts = {
  /** Answers to all requests in a text of latin1; null: node:http must read it. */
  find: (text: string) => Answered[] | null;
  takeOver: (socket: Socket) => void;
  leave: (connection: Connection) => void;
};

/** A connection that has sent nothing but plain requests for ready copies so far. */
export class Connection {
  readonly socket: Socket;
  readonly #parts: Parts;
  /** In ms of the monotonic clock; renewed by whoever sweeps. */
  idle_since: number;
  isFresh = true;
  #isActive = true;

  constructor(socket: Socket, present_ms: number, parts: Parts) {
    this.socket = socket;
    this.#parts = parts;
    this.idle_since = present_ms;
    socket.on("data", this.#read).on("end", this.#end);
    socket.on("error", this.#fail).on("close", this.#leave);
  }

  /** Whether it was used since the last call, or is sending. */
  takeActivity(): boolean {
    const wasActive = this.#isActive || this.socket.writableLength > 0;
    this.#isActive = false;
    return wasActive;
  }

  /** Gives the connection to node:http for good. @param bytes that it has to read first */
  handOver(bytes: Buffer | null = null): void {
    const { socket } = this;
    socket.off("data", this.#read).off("end", this.#end);
    socket.off("error", this.#fail).off("close", this.#leave);
    this.#leave();
    socket.pause();
    if (bytes) socket.unshift(bytes);
    this.#parts.takeOver(socket);
    socket.resume();
  }

  readonly #end = () => void this.socket.end();
  readonly #fail = () => void this.socket.destroy();
  readonly #leave = () => this.#parts.leave(this);

  readonly #read = (chunk: Buffer): void => {
    const { socket } = this;
    this.#isActive = true;
    // node:http slows down clients that go on asking before they have read the answers.
    const answers = socket.writableLength === 0 ? this.#parts.find(chunk.toString("latin1")) : null;
    if (answers === null) {
      this.handOver(chunk);
      return;
    }
    this.isFresh = false;
    for (const { head, answer } of answers) {
      if (socket.writableLength > 0) {
        this.handOver(chunk.subarray(head.begin));
        return;
      }
      answer.send(socket, head);
    }
  };
}
