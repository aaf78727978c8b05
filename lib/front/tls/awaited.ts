import type { HostMessage, Hosts } from "#lib/host-directory/hosts.ts";

type HostsMessage = HostMessage & { kind: "hosts" };

/** Hosts that somebody asks for while this node still hears of all there are. */
export class Awaited {
  readonly #hosts: Hosts;
  readonly #want: (name: string) => void;
  readonly #waiting = new Map<string, PromiseWithResolvers<void>>();

  /** @param want has a host told before others */
  constructor(hosts: Hosts, want: (name: string) => void) {
    this.#hosts = hosts;
    this.#want = want;
  }

  /** Resolves once it is known what to present for a name; null: it is. */
  until(name: string): Promise<void> | null {
    if (this.#hosts.isHeardOf(name)) return null;
    const waiting = this.#waiting.get(name) ?? Promise.withResolvers<void>();
    this.#waiting.set(name, waiting);
    this.#want(name);
    return waiting.promise;
  }

  /** What the supervisor says, once `hosts` has heard it. */
  hear({ news, complete }: HostsMessage): void {
    const heard = complete ? [...this.#waiting.keys()] : news.map(([name]) => name);
    for (const name of heard) {
      this.#waiting.get(name)?.resolve();
      this.#waiting.delete(name);
    }
  }
}
