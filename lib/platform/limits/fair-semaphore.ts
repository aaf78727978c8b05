type Line = { client: string; waiting: (() => void)[]; inside: number };

type GateLimits = { all: number; each: number };

/** Admits a limited number at once, round-robin; limits may depend on how many are in. */
export class FairSemaphore {
  readonly #limits: (inside: number) => GateLimits;
  readonly #lines = new Map<string, Line>();
  #inside = 0;

  constructor(limits: (inside: number) => GateLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    let count = 0;
    for (const line of this.#lines.values()) count += line.waiting.length;
    return count;
  }

  get inside(): number {
    return this.#inside;
  }

  /** @returns a function that leaves, once admitted */
  async enter(client: string): Promise<() => void> {
    const line = this.#lines.get(client) ?? { client, waiting: [], inside: 0 };
    this.#lines.set(client, line);
    const { promise, resolve } = Promise.withResolvers<void>();
    line.waiting.push(resolve);
    this.#serve();
    await promise;
    return () => this.#leave(line);
  }

  #leave(line: Line): void {
    this.#inside -= 1;
    line.inside -= 1;
    if (line.inside === 0 && line.waiting.length === 0) this.#lines.delete(line.client);
    this.#serve();
  }

  #serve(): void {
    for (;;) {
      const { all, each } = this.#limits(this.#inside);
      if (this.#inside >= all) return;
      const next = this.#lines.values().find((one) => one.waiting.length > 0 && one.inside < each);
      if (!next) return;
      this.#inside += 1;
      next.inside += 1;
      this.#lines.delete(next.client);
      this.#lines.set(next.client, next);
      next.waiting.shift()?.();
    }
  }
}
