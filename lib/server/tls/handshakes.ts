import type { Socket } from "node:net";
import { networkOf } from "#lib/core/access/ip-addresses.ts";

/** Handshakes under way: each costs memory, and its end much of a processor's time. */
const MOST = { all: 2_000, client: 200 };

/** Counts connections until they are secured or gone. */
export class Handshakes {
  readonly #clients = new Map<string, number>();
  #count = 0;

  /** @returns null when there are too many, else what to call once its handshake is over */
  begin({ remoteAddress = "" }: Socket): (() => void) | null {
    const client = networkOf(remoteAddress);
    const own = this.#clients.get(client) ?? 0;
    if (this.#count >= MOST.all || own >= MOST.client) return null;
    this.#count += 1;
    this.#clients.set(client, own + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#count -= 1;
      const left = (this.#clients.get(client) ?? 1) - 1;
      if (left > 0) this.#clients.set(client, left);
      else this.#clients.delete(client);
    };
  }
}
