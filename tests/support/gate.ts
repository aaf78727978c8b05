import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server } from "node:net";

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

  async listen(): Promise<number> {
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
  }
}
