import { randomUUID } from "node:crypto";
import type { Metric } from "#lib/platform/metrics.ts";
import type { ToChild } from "#lib/server/ipc/messages.ts";

const PATIENCE_MS = 2_000;

type Member = { readonly isReady: boolean; send(message: ToChild): void };
type Pending = { member: Member; resolve: (metrics: Metric[] | null) => void };

/** Counts since the start of a process, which other processes' counts are added to. */
const counts = (metrics: readonly Metric[]) => metrics.filter(({ type }) => type !== "gauge");

/** One of each name, with one value for each combination of labels. */
function total(metrics: readonly Metric[]): Metric[] {
  return [...Map.groupBy(metrics, ({ name }) => name).values()].map((same) => {
    const sums = new Map<string, Metric["values"][number]>();
    for (const value of same.flatMap(({ values }) => values)) {
      const key = JSON.stringify([value.metricName, value.labels]);
      sums.set(key, { ...value, value: value.value + (sums.get(key)?.value ?? 0) });
    }
    return { ...(same[0] as Metric), values: [...sums.values()] };
  });
}

/**
 * Asks the processes of this node for their metrics. Keeps the counts of those that ended or do not
 * answer: Prometheus would read a sum that falls as a restart of all.
 */
export class Scrapes {
  readonly #pending = new Map<string, Pending>();
  readonly #latest = new Map<Member, Metric[]>();
  #ended: Metric[] = [];

  async collect(members: readonly Member[]): Promise<Metric[][]> {
    const answered = new Set<Member>();
    const asked = members.filter(({ isReady }) => isReady);
    await Promise.all(
      asked.map(async (member) => {
        const metrics = await this.#ask(member);
        if (!metrics) return;
        this.#latest.set(member, metrics);
        answered.add(member);
      }),
    );
    const told = Array.from(this.#latest, ([member, metrics]) =>
      answered.has(member) ? metrics : counts(metrics),
    );
    return [...told, this.#ended];
  }

  answered(id: string, metrics: Metric[]): void {
    this.#pending.get(id)?.resolve(metrics);
  }

  ended(member: Member): void {
    for (const pending of this.#pending.values())
      if (pending.member === member) pending.resolve(null);
    this.#ended = total([...this.#ended, ...counts(this.#latest.get(member) ?? [])]);
    this.#latest.delete(member);
  }

  async #ask(member: Member): Promise<Metric[] | null> {
    const id = randomUUID();
    const { promise, resolve } = Promise.withResolvers<Metric[] | null>();
    const timer = setTimeout(resolve, PATIENCE_MS, null);
    this.#pending.set(id, { member, resolve });
    member.send({ kind: "scrape", id });
    const metrics = await promise;
    clearTimeout(timer);
    this.#pending.delete(id);
    return metrics;
  }
}
