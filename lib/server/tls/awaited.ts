import type { HostMessage, Hosts } from "#lib/domains/host-directory/hosts.ts";

type HostsMessage = HostMessage & { kind: "hosts" };

/** Whoever asks for more names than these hears of them with all others. */
const MOST_NAMES = 10_000;

/** Hosts that somebody asks for while this node still hears of all there are. */
export class Awaited {
  readonly #hosts: Hosts;
  readonly #want: (name: string) => void;
  readonly #waiting = new Map<string, PromiseWithResolvers<void>>();
  readonly #complete = Promise.withResolvers<void>();

  /** @param want has a host told before others */
  constructor(hosts: Hosts, want: (name: string) => void) {
    this.#hosts = hosts;
    this.#want = want;
  }

  /** Resolves once it is known what to present for a name; null: it is. */
  until(name: string): Promise<void> | null {
    if (this.#hosts.isHeardOf(name)) return null;
    const known = this.#waiting.get(name);
    if (!known && this.#waiting.size >= MOST_NAMES) return this.#complete.promise;
    const waiting = known ?? Promise.withResolvers<void>();
    this.#waiting.set(name, waiting);
    this.#want(name);
    return waiting.promise;
  }

  /** What the supervisor says, once `hosts` has heard it. */
  hear({ news, complete }: HostsMessage): void {
    if (complete) this.#complete.resolve();
    const heard = complete ? [...this.#waiting.keys()] : news.map(([name]) => name);
    for (const name of heard) {
      this.#waiting.get(name)?.resolve();
      this.#waiting.delete(name);
    }
  }
}
