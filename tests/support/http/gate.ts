import { connect, createServer, type Server } from "node:net";
import { listenHere } from "#tests/support/server/loopback.ts";

/** A port of this machine that leads to another one, while it is open. */
export class Gate {
  isOpen = true;
  readonly #server: Server;

  constructor(to: number) {
    this.#server = createServer((socket) => {
      socket.on("error", () => {});
      if (!this.isOpen) return void socket.destroy();
      const other = connect(to, "127.0.0.1").on("error", () => socket.destroy());
      socket.pipe(other).pipe(socket);
    });
  }

  listen(): Promise<number> {
    return listenHere(this.#server);
  }

  close(): void {
    this.#server.close();
  }
}
