import type { Slot } from "#lib/platform/limits/fair-queue.ts";

/** One render, under way or to come, which everybody waits for who asked for the same meanwhile. */
export type Flight<T> = {
  turn: Slot;
  hasBegun(): boolean;
  /** What it showed the last time. */
  tag: string | null;
  done: Promise<T>;
};

/** Renders under way or to come, by key: at most one that newcomers may join. */
export class Flights<T> {
  readonly #open = new Map<string, Flight<T>>();

  get(key: string): Flight<T> | undefined {
    return this.#open.get(key);
  }

  start(key: string, flight: Flight<T>): Flight<T> {
    this.#open.set(key, flight);
    const end = () => {
      if (this.#open.get(key) === flight) this.#open.delete(key);
    };
    flight.done.then(end, end);
    return flight;
  }

  /**
   * No request may join a render that began before a change of what it shows, or may turn out to
   * show.
   */
  close(changed: (tag: string | null) => boolean): void {
    for (const [key, flight] of this.#open)
      if (flight.hasBegun() && changed(flight.tag)) this.#open.delete(key);
  }
}
