import { networkOf } from "#lib/core/access/ip-addresses.ts";

const MAX_OF_ONE = 5;
const MAX_REFUSALS = 5;
const SESSION_MS = 120_000;

type Guest = { network: string; refusals: number; timer: NodeJS.Timeout };

/** Who is connected to the mail receiver, and how long they may be. */
export class Guests {
  readonly #guests = new Map<string, Guest>();

  /** @param leave ends the connection. @returns whether one more from there may stay */
  admit(id: string, address: string, leave: () => void): boolean {
    const network = networkOf(address);
    const known = this.#guests.values().filter((guest) => guest.network === network);
    if ([...known].length >= MAX_OF_ONE) return false;
    const timer = setTimeout(leave, SESSION_MS).unref();
    this.#guests.set(id, { network, refusals: 0, timer });
    return true;
  }

  /** Notes that somebody asked for a recipient that does not exist. */
  noteRefusal(id: string): void {
    const guest = this.#guests.get(id);
    if (guest) guest.refusals += 1;
  }

  /** Whether somebody tries recipients. */
  isTiresome(id: string): boolean {
    return (this.#guests.get(id)?.refusals ?? 0) >= MAX_REFUSALS;
  }

  forget(id: string): void {
    clearTimeout(this.#guests.get(id)?.timer);
    this.#guests.delete(id);
  }

  forgetAll(): void {
    for (const id of [...this.#guests.keys()]) this.forget(id);
  }
}
