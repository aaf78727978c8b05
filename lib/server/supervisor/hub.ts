import { LRUCache } from "lru-cache";
import type { Announcement } from "#lib/core/transaction/announce.ts";
import type { ToChild } from "#lib/server/ipc/messages.ts";

export type Member = { readonly isReady: boolean; send(message: ToChild): void };

const PATIENCE_MS = 1_000;
const MAX_REMEMBERED = 10_000;

/**
 * Distributes changes to the processes of this node, each once, and waits until all have dropped
 * their copies. Where access changed, fronts drop again what they were sent by an app that did not
 * know of it yet.
 */
export class Hub {
  readonly #members = new Set<Member>();
  readonly #apps = new Set<Member>();
  readonly #announced = new LRUCache<string, Promise<void>>({ max: MAX_REMEMBERED });
  readonly #pending = new Map<Member, Map<string, () => void>>();
  #isListening: boolean | null = null;
  #count = 0;

  add(member: Member, role: "front" | "app"): void {
    this.#members.add(member);
    if (role === "app") this.#apps.add(member);
    this.#pending.set(member, new Map());
  }

  started(member: Member): void {
    this.forget(member);
    if (this.#isListening !== null)
      member.send({ kind: "listening", isListening: this.#isListening });
  }

  forget(member: Member): void {
    for (const dropped of [...(this.#pending.get(member)?.values() ?? [])]) dropped();
  }

  get isListening(): boolean {
    return this.#isListening === true;
  }

  setListening(isListening: boolean): void {
    this.#isListening = isListening;
    for (const member of this.#members) member.send({ kind: "listening", isListening });
  }

  /**
   * @param maker the process that made the change
   * @returns when all ready processes have dropped their copies, or after a moment
   */
  announce(announcement: Announcement, maker?: Member): Promise<void> {
    const known = this.#announced.get(announcement.id);
    if (known) return known;
    const others = [...this.#members].filter((member) => member !== maker);
    const sent = Promise.all(others.map((member) => this.#announceTo(member, announcement)));
    const all = sent.then(() => {});
    this.#announced.set(announcement.id, all);
    return all;
  }

  dropped(member: Member, id: string): void {
    this.#pending.get(member)?.get(id)?.();
  }

  #announceTo(member: Member, announcement: Announcement): Promise<void> {
    member.send({ kind: "change", announcement });
    const pending = this.#pending.get(member);
    if (!member.isReady || !pending) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, PATIENCE_MS);
    pending.set(announcement.id, () => {
      pending.delete(announcement.id);
      clearTimeout(timer);
      if (announcement.access && this.#apps.has(member)) this.#dropAgain(announcement);
      resolve();
    });
    return promise;
  }

  #dropAgain(announcement: Announcement): void {
    this.#count += 1;
    const again = { ...announcement, id: `${announcement.id}.again.${this.#count}` };
    for (const member of this.#members)
      if (!this.#apps.has(member)) member.send({ kind: "change", announcement: again });
  }
}
