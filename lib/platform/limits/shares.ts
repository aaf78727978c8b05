/** A share never takes more than is free in `within`, so that newcomers find room. */
export type Share = { name: string; attempts: number; bytes: number; within?: Share };

type Taken = { attempts: number; bytes: number };

const NOTHING: Taken = { attempts: 0, bytes: 0 };

/** Counts work in progress per share; never waits. */
export class ShareUsage {
  readonly #taken = new Map<string, Taken>();

  /** @returns the first share without room; an empty share always has room */
  full(shares: readonly Share[], bytes = 0): Share | undefined {
    return shares.find((share) => {
      const taken = this.#takenOf(share);
      if (taken.attempts === 0) return false;
      const room = this.#roomOf(share);
      return taken.attempts >= room.attempts || taken.bytes + bytes > room.bytes;
    });
  }

  #takenOf({ name }: Share): Taken {
    return this.#taken.get(name) ?? NOTHING;
  }

  #roomOf({ attempts, bytes, within }: Share): Taken {
    if (!within) return { attempts, bytes };
    const taken = this.#takenOf(within);
    return {
      attempts: Math.min(attempts, within.attempts - taken.attempts),
      bytes: Math.min(bytes, within.bytes - taken.bytes),
    };
  }

  take(shares: readonly Share[], bytes: number): () => void {
    for (const { name } of shares) this.#add(name, { attempts: 1, bytes });
    return () => {
      for (const { name } of shares) this.#add(name, { attempts: -1, bytes: -bytes });
    };
  }

  #add(name: string, { attempts, bytes }: Taken): void {
    const taken = this.#taken.get(name) ?? NOTHING;
    if (taken.attempts + attempts === 0) this.#taken.delete(name);
    else
      this.#taken.set(name, {
        attempts: taken.attempts + attempts,
        bytes: taken.bytes + bytes,
      });
  }
}

type Line = { share: Share; pages: Set<number>; isServed: boolean };

/** Pages that wait for room, in one line per share. */
export class ShareWaitlist {
  readonly #lines = new Map<string, Line>();
  readonly #places: ShareUsage;
  readonly #look: (page: number) => Promise<void>;

  constructor(places: ShareUsage, look: (page: number) => Promise<void>) {
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

  /** Wakes pages that wait for one of these shares, in order. */
  async serve(shares: readonly Share[]): Promise<void> {
    await Promise.all(shares.map(({ name }) => this.#serve(name)));
  }

  // A page that finds no room goes to the end of the line and is not tried twice here.
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

type Look = (page: number, due_at: string) => Promise<boolean>;
type Ordered = { due_at: string; done: PromiseWithResolvers<void> };

const AT_ONCE = 4;

/** Processes pages in order: a few at once, each page once at a time. */
export class PageQueue {
  readonly #look: Look;
  readonly #ordered = new Map<number, Ordered>();
  readonly #running = new Map<number, Promise<void>>();

  /** @param look never rejects; resolves with whether more may be due */
  constructor(look: Look) {
    this.#look = look;
  }

  /** @returns resolves when a look that began after this call has ended */
  enqueue(page: number, due_at: string): Promise<void> {
    const ordered = this.#ordered.get(page) ?? { due_at, done: Promise.withResolvers<void>() };
    if (ordered.due_at < due_at) ordered.due_at = due_at;
    this.#ordered.set(page, ordered);
    this.#start();
    return ordered.done.promise;
  }

  /** @returns the pages that were not looked at */
  clear(): number[] {
    const pages = [...this.#ordered.keys()];
    for (const { done } of this.#ordered.values()) done.resolve();
    this.#ordered.clear();
    return pages;
  }

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
        if (isMore) void this.enqueue(page, due_at);
        else this.#start();
      });
      this.#running.set(page, running);
    }
  }
}
