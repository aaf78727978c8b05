import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";

type Done = (error?: Error | null) => void;
type Chunk = { chunk: Buffer | string; encoding: BufferEncoding };

/**
 * Looks to node:http like a connection with one request. node:http then holds nothing of the
 * socket itself, which can go on without it after the response.
 */
export class SingleRequest extends Duplex {
  readonly #socket: Socket;
  readonly #answered: () => void;
  #isReleased = false;

  /**
   * @param bytes the request
   * @param answered called if the socket can take further requests after the response
   */
  constructor(socket: Socket, bytes: Buffer, answered: () => void) {
    super({ decodeStrings: false });
    this.#socket = socket;
    this.#answered = answered;
    this.push(bytes);
  }

  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress;
  }

  follow(request: IncomingMessage, response: ServerResponse): void {
    response.once("close", () => {
      if (this.writableEnded || this.destroyed) return;
      const isWhole = request.complete && response.writableFinished && this.readableLength === 0;
      this.#isReleased = isWhole;
      this.destroy();
      if (isWhole) this.#answered();
    });
  }

  destroySoon(): void {
    this.end();
  }

  override _read(): void {}

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: Done): void {
    this.#socket.write(chunk, encoding, done);
  }

  override _writev(chunks: Chunk[], done: Done): void {
    this.#socket.cork();
    for (const [index, { chunk, encoding }] of chunks.entries())
      this.#socket.write(chunk, encoding, index === chunks.length - 1 ? done : undefined);
    this.#socket.uncork();
  }

  override _final(done: Done): void {
    this.#socket.end(() => done());
  }

  override _destroy(error: Error | null, done: Done): void {
    if (!this.#isReleased) this.#socket.destroy();
    done(error);
  }
}
