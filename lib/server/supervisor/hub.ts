import { LRUCache } from "lru-cache";
import type { Announcement } from "#lib/core/transaction/announce.ts";
import type { ToChild } from "#lib/server/ipc/messages.ts";

export type Member = { readonly isReady: boolean; send(message: ToChild): void };

const PATIENCE_MS = 1_000;
const MAX_REMEMBERED = 10_000;

/**
 * Distributes changes to the processes of this node, each once, and waits until all have dropped
 * their copies.
 */
export class Hub {
  readonly #members = new Set<Member>();
  readonly #told = new LRUCache<string, Promise<void>>({ max: MAX_REMEMBERED });
  readonly #awaited = new Map<Member, Map<string, () => void>>();
  #heard: boolean | null = null;

  add(member: Member): void {
    this.#members.add(member);
    this.#awaited.set(member, new Map());
  }

  welcome(member: Member): void {
    this.forget(member);
    if (this.#heard !== null) member.send({ kind: "hears", heard: this.#heard });
  }

  forget(member: Member): void {
    for (const dropped of this.#awaited.get(member)?.values() ?? []) dropped();
    this.#awaited.get(member)?.clear();
  }

  hears(heard: boolean): void {
    this.#heard = heard;
    for (const member of this.#members) member.send({ kind: "hears", heard });
  }

  /**
   * @param maker the process that made the change
   * @returns when all ready processes have dropped their copies, or after a moment
   */
  tell(announcement: Announcement, maker?: Member): Promise<void> {
    const known = this.#told.get(announcement.id);
    if (known) return known;
    const others = [...this.#members].filter((member) => member !== maker);
    const told = Promise.all(others.map((member) => this.#tellOne(member, announcement)));
    const all = told.then(() => {});
    this.#told.set(announcement.id, all);
    return all;
  }

  dropped(member: Member, id: string): void {
    this.#awaited.get(member)?.get(id)?.();
  }

  #tellOne(member: Member, announcement: Announcement): Promise<void> {
    member.send({ kind: "change", announcement });
    const awaited = this.#awaited.get(member);
    if (!member.isReady || !awaited) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, PATIENCE_MS);
    awaited.set(announcement.id, resolve);
    return promise.finally(() => {
      clearTimeout(timer);
      awaited.delete(announcement.id);
    });
  }
}
