/** One render under way, which everybody waits for who asked for the same while it runs. */
export type Flight<T> = {
  /** What it shows, as soon as that is known. */
  tag(): string | null;
  done: Promise<T>;
};

/** Renders under way, by key: at most one that newcomers may join. */
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

  /** Lets nobody join renders that began before a change of what they show, or of what they may turn out to show. */
  close(changed: (tag: string | null) => boolean): void {
    for (const [key, flight] of this.#open) if (changed(flight.tag())) this.#open.delete(key);
  }
}
