type Look = (page: number, due_at: string) => Promise<boolean>;
type Ordered = { due_at: string; done: PromiseWithResolvers<void> };

const AT_ONCE = 4;

/**
 * Looks for what is due on pages: a few at once, each page once at a time, in the order in which
 * they were asked for.
 */
export class Looks {
  readonly #look: Look;
  readonly #ordered = new Map<number, Ordered>();
  readonly #running = new Map<number, Promise<void>>();

  /** @param look never rejects; resolves with whether there may be more, to be looked for again */
  constructor(look: Look) {
    this.#look = look;
  }

  /** @returns resolves when a look that begins after this has ended */
  order(page: number, due_at: string): Promise<void> {
    const ordered = this.#ordered.get(page) ?? { due_at, done: Promise.withResolvers<void>() };
    if (ordered.due_at < due_at) ordered.due_at = due_at;
    this.#ordered.set(page, ordered);
    this.#start();
    return ordered.done.promise;
  }

  /** Forgets the scheduled looks. @returns the pages that were not looked at */
  clear(): number[] {
    const pages = [...this.#ordered.keys()];
    for (const { done } of this.#ordered.values()) done.resolve();
    this.#ordered.clear();
    return pages;
  }

  /** Those under way. */
  running(): Iterable<Promise<void>> {
    return this.#running.values();
  }

  #start(): void {
    for (const [page, { due_at, done }] of this.#ordered) {
      if (this.#running.size >= AT_ONCE) return;
      if (this.#running.has(page)) continue;
      this.#ordered.delete(page);
      const running = this.#look(page, due_at).then((isMore) => {
        this.#running.delete(page);
        done.resolve();
        if (isMore) void this.order(page, due_at);
        else this.#start();
      });
      this.#running.set(page, running);
    }
  }
}
