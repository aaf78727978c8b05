const WINDOW_MS = 60_000;
// Of fewer services, half of them may well fail on their own.
const FEWEST = 4;

/** How many services were checked within a minute, and how many of them failed. */
export type Counts = { checked: number; failed: number };

function areMost({ checked, failed }: Counts): boolean {
  return checked >= FEWEST && failed * 2 > checked;
}

/** Whether more than half of the services that were checked within a minute failed. */
export class Failing {
  /** What the other workers of the installation counted. */
  others: Counts = { checked: 0, failed: 0 };
  readonly #last = new Map<number, { at_ms: number; isDown: boolean }>();
  #down = 0;

  note(service_id: number, isDown: boolean, at_ms: number): void {
    this.#forget(service_id);
    this.#last.set(service_id, { at_ms, isDown });
    if (isDown) this.#down += 1;
    this.#forgetOlder(at_ms);
  }

  count(at_ms: number): Counts {
    this.#forgetOlder(at_ms);
    return { checked: this.#last.size, failed: this.#down };
  }

  /** Of those that this worker checked, whose network may be one of its own, or of everybody's. */
  isMost(at_ms: number): boolean {
    const { checked, failed } = this.count(at_ms);
    const all = { checked: checked + this.others.checked, failed: failed + this.others.failed };
    return areMost({ checked, failed }) || areMost(all);
  }

  #forgetOlder(at_ms: number): void {
    for (const [id, { at_ms: noted_ms }] of this.#last) {
      if (at_ms - noted_ms <= WINDOW_MS) break;
      this.#forget(id);
    }
  }

  #forget(service_id: number): void {
    if (this.#last.get(service_id)?.isDown) this.#down -= 1;
    this.#last.delete(service_id);
  }
}
