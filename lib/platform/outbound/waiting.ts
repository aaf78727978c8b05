import type { Places, Share } from "#lib/platform/outbound/places.ts";

type Line = { share: Share; pages: Set<number>; isServed: boolean };

/** Pages that found no room, each in the line of the share in which there was none. */
export class Waiting {
  readonly #lines = new Map<string, Line>();
  readonly #places: Places;
  readonly #look: (page: number) => Promise<void>;

  /** @param look looks again for what is due on a page */
  constructor(places: Places, look: (page: number) => Promise<void>) {
    this.#places = places;
    this.#look = look;
  }

  add(share: Share, page: number): void {
    const line = this.#lines.get(share.name);
    if (line) line.pages.add(page);
    else this.#lines.set(share.name, { share, pages: new Set([page]), isServed: false });
  }

  pages(): number[] {
    return [...new Set(Array.from(this.#lines.values(), ({ pages }) => [...pages]).flat())];
  }

  /** Lets those look again who wait for room in one of some shares, in their order. */
  async serve(shares: readonly Share[]): Promise<void> {
    await Promise.all(shares.map(({ name }) => this.#serve(name)));
  }

  // Whoever finds no room again is at the end of a line again, and not looked for twice here.
  async #serve(name: string): Promise<void> {
    const line = this.#lines.get(name);
    if (!line || line.isServed) return;
    line.isServed = true;
    for (const page of [...line.pages]) {
      if (this.#places.full([line.share])) break;
      line.pages.delete(page);
      await this.#look(page);
    }
    line.isServed = false;
    if (line.pages.size === 0) this.#lines.delete(name);
  }
}
