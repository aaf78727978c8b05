import { LRUCache } from "lru-cache";
import type { Variants } from "#lib/server/cache/variants.ts";

/** Times are ms of the monotonic clock. */
export type Copy = {
  key: string;
  tag: string;
  variants: Variants;
  /** Position among the changes; see `Store.begin`. */
  began: number;
  rendered_at: number;
  expires_at: number;
  /** After a failed render: no retry before this time, unless the page changes. */
  failure: { retry_at: number; began: number } | null;
};

export type Freshness = "fresh" | "expired" | "changed";

const MAX_BYTES = 64 * 1024 * 1024;
const OVERHEAD_BYTES = 4_096;
/** How long copies are used while changes from elsewhere cannot be heard. */
export const NOT_LISTENING_MS = 5_000;

export function madeAt({ rendered_at }: Copy): number {
  return performance.timeOrigin + rendered_at;
}

function sizeOf(copy: Copy): number {
  return Math.ceil(copy.variants.entity.body.length * 1.5) + copy.key.length + OVERHEAD_BYTES;
}

/**
 * Copies in memory, bounded in bytes. A changed copy stays until a new one replaces it, in case
 * rendering fails.
 */
export class Store {
  readonly #copies: LRUCache<string, Copy>;
  readonly #changes = new Map<string, number>();
  readonly #withdrawals = new Map<string, number>();
  #sequence = 0;
  #all = 0;
  #isListening = true;

  constructor(max_bytes = MAX_BYTES) {
    this.#copies = new LRUCache({
      maxSize: max_bytes,
      maxEntrySize: Math.ceil(max_bytes / 4),
      sizeCalculation: sizeOf,
    });
  }

  /** Called before a render reads anything: its result is current unless a change follows. */
  begin(): number {
    return this.#sequence;
  }

  changed(tag: string): void {
    this.#sequence += 1;
    this.#changes.set(tag, this.#sequence);
  }

  changedAll(): void {
    this.#sequence += 1;
    this.#all = this.#sequence;
    this.#changes.clear();
    this.#withdrawals.clear();
  }

  setListening(isListening: boolean): void {
    this.#isListening = isListening;
  }

  get isListening(): boolean {
    return this.#isListening;
  }

  isCurrent(tag: string, began: number): boolean {
    return began >= this.#all && began >= (this.#changes.get(tag) ?? 0);
  }

  /**
   * Keeps a copy; one whose page changed since the render began, only in case later ones fail: a
   * page that changes faster than it renders has no other.
   * @returns whether it is current
   */
  put(copy: Copy): boolean {
    const isCurrent = this.isCurrent(copy.tag, copy.began);
    if (isCurrent || this.#isLastGood(copy)) this.#copies.set(copy.key, copy);
    return isCurrent;
  }

  #isLastGood({ key, tag, began }: Copy): boolean {
    // Missed changes may have been withdrawals.
    const withdrawn = Math.max(this.#all, this.#withdrawals.get(tag) ?? 0);
    return began >= withdrawn && began > (this.#copies.peek(key)?.began ?? -1);
  }

  restore(copy: Copy): void {
    this.#copies.set(copy.key, { ...copy, began: -1 });
  }

  get(key: string): Copy | undefined {
    return this.#copies.get(key);
  }

  delete(key: string): void {
    this.#copies.delete(key);
  }

  /** @param before keeps later copies (ms since 1970) */
  deleteTag(tag: string, before = Number.POSITIVE_INFINITY): void {
    this.#sequence += 1;
    this.#withdrawals.set(tag, this.#sequence);
    for (const [key, copy] of this.#copies.entries())
      if (copy.tag === tag && madeAt(copy) < before) this.#copies.delete(key);
  }

  *made(): Iterable<[string, number]> {
    for (const copy of this.#copies.values()) yield [copy.tag, madeAt(copy)];
  }

  fail(copy: Copy, retry_at: number): void {
    copy.failure = { retry_at, began: this.#sequence };
  }

  /** When to retry a failed render; null: now, since a change shows that the database is back. */
  retryAt(copy: Copy): number | null {
    return copy.failure && this.isCurrent(copy.tag, copy.failure.began)
      ? copy.failure.retry_at
      : null;
  }

  freshness(copy: Copy, now: number): Freshness {
    if (!this.isCurrent(copy.tag, copy.began)) return "changed";
    if (
      now >= copy.expires_at ||
      (!this.#isListening && now >= copy.rendered_at + NOT_LISTENING_MS)
    )
      return "expired";
    return "fresh";
  }
}
