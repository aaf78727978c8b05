/**
 * A part of what may be under way at once; `within` another one, of which it never takes more than
 * is free there, so that whoever comes next finds room.
 */
export type Share = { name: string; attempts: number; bytes: number; within?: Share };

type Taken = { attempts: number; bytes: number };

const NOTHING: Taken = { attempts: 0, bytes: 0 };

/**
 * Counts what is under way, so that everybody has a share of it and all together stay within
 * bounds. Nothing waits here.
 */
export class Places {
  readonly #taken = new Map<string, Taken>();

  /**
   * The first of some shares in which there is no room for so many bytes; undefined when there is in
   * all. Where nothing is under way there always is.
   */
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

  /** Takes a place in each share. @returns a function that gives it back */
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
