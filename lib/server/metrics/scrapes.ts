import { randomUUID } from "node:crypto";
import type { Metric } from "#lib/platform/metrics.ts";
import type { ToChild } from "#lib/server/ipc/messages.ts";

const PATIENCE_MS = 2_000;

type Member = { readonly isReady: boolean; send(message: ToChild): void };

/** Asks the processes of this node for their metrics. */
export class Scrapes {
  readonly #pending = new Map<string, (metrics: Metric[]) => void>();

  /** @returns those of the processes that answer in time */
  async collect(members: readonly Member[]): Promise<Metric[][]> {
    return Promise.all(members.filter(({ isReady }) => isReady).map((one) => this.#ask(one)));
  }

  answered(id: string, metrics: Metric[]): void {
    this.#pending.get(id)?.(metrics);
  }

  async #ask(member: Member): Promise<Metric[]> {
    const id = randomUUID();
    const { promise, resolve } = Promise.withResolvers<Metric[]>();
    const timer = setTimeout(resolve, PATIENCE_MS, []);
    this.#pending.set(id, resolve);
    member.send({ kind: "scrape", id });
    const metrics = await promise;
    clearTimeout(timer);
    this.#pending.delete(id);
    return metrics;
  }
}
