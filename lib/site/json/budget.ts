export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value)) + 1;
}

export class Budget {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  get left(): number {
    return this.#left;
  }

  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }
}

/** A position in a list that is filled while the budget lasts. */
export type Slot<Draft> = { draft: Draft; place: number };

/** The first of each list, then the second of each, and so on. */
export function byPlace<Draft>(
  drafts: readonly Draft[],
  lengthOf: (draft: Draft) => number,
): Slot<Draft>[] {
  const all = drafts.flatMap((draft) =>
    Array.from({ length: lengthOf(draft) }, (_, place) => ({ draft, place })),
  );
  return all.sort((a, b) => a.place - b.place);
}
