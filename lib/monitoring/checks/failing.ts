const WINDOW_MS = 60_000;
// Of fewer services, half of them may well fail on their own.
const FEWEST = 4;

/** Whether more than half of the services that were checked within a minute failed. */
export class Failing {
  readonly #last = new Map<number, { at_ms: number; isDown: boolean }>();
  #down = 0;

  note(service_id: number, isDown: boolean, at_ms: number): void {
    this.#forget(service_id);
    this.#last.set(service_id, { at_ms, isDown });
    if (isDown) this.#down += 1;
    for (const [id, { at_ms: noted_ms }] of this.#last) {
      if (at_ms - noted_ms <= WINDOW_MS) break;
      this.#forget(id);
    }
  }

  isMost(): boolean {
    return this.#last.size >= FEWEST && this.#down * 2 > this.#last.size;
  }

  #forget(service_id: number): void {
    if (this.#last.get(service_id)?.isDown) this.#down -= 1;
    this.#last.delete(service_id);
  }
}
