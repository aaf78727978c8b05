import { oncePerProcess } from "#lib/platform/process/once-per-process.ts";

type Labels = Record<string, string>;
type Value = { value: number; labels: Labels; metricName?: string };

/** As prom-client reads it. */
export type Metric = {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  aggregator: "sum";
  values: Value[];
};

type Described = Pick<Metric, "name" | "help" | "type">;

const sources = oncePerProcess("metrics", () => new Map<string, () => Metric>());

function register(described: Described, read: () => Value[]): void {
  sources.set(described.name, () => ({ ...described, aggregator: "sum", values: read() }));
}

/** Metrics of this process; the supervisor sums those of all. */
export function readMetrics(): Metric[] {
  return [...sources.values()].map((read) => read());
}

const SEPARATOR = "\n";

/** Counts in plain numbers, which are read when somebody scrapes. */
export class Counter {
  readonly #counts = new Map<string, number>();

  /** @param labels of low cardinality: never a tenant's name */
  constructor(name: string, help: string, labels: readonly string[]) {
    register({ name, help, type: "counter" }, () =>
      Array.from(this.#counts, ([key, value]) => {
        const texts = key.split(SEPARATOR);
        return {
          value,
          labels: Object.fromEntries(labels.map((label, i) => [label, texts[i] ?? ""])),
        };
      }),
    );
  }

  /** @param first and second: values of the labels, in their order */
  add(first: string, second?: string, count = 1): void {
    const key = second === undefined ? first : first + SEPARATOR + second;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }
}

export class Histogram {
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  #sum = 0;

  /** @param bounds in seconds, ascending */
  constructor(name: string, help: string, bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = [...bounds, Number.POSITIVE_INFINITY].map(() => 0);
    register({ name, help, type: "histogram" }, () => this.#values(name));
  }

  observe(seconds: number): void {
    const index = this.#bounds.findIndex((bound) => seconds <= bound);
    const place = index < 0 ? this.#bounds.length : index;
    this.#counts[place] = (this.#counts[place] ?? 0) + 1;
    this.#sum += seconds;
  }

  #values(name: string): Value[] {
    let count = 0;
    const buckets = this.#counts.map((each, index) => {
      count += each;
      const le = String(this.#bounds[index] ?? "+Inf");
      return { value: count, labels: { le }, metricName: `${name}_bucket` };
    });
    const sum = { value: this.#sum, labels: {}, metricName: `${name}_sum` };
    return [...buckets, sum, { value: count, labels: {}, metricName: `${name}_count` }];
  }
}

/** Measured when somebody scrapes. */
export function measure(
  described: Described,
  read: () => number | readonly (readonly [labels: Labels, value: number])[],
): void {
  register(described, () => {
    const found = read();
    if (typeof found === "number") return [{ value: found, labels: {} }];
    return found.map(([labels, value]) => ({ labels, value }));
  });
}

const MICROSECONDS = 1_000_000;

/** Summed by kind, with the counts of processes that have ended. */
export function measureProcess(process_kind: "supervisor" | "front" | "app" | "worker"): void {
  const labels = { process: process_kind };
  const cpu = "Processor time of all processes of a kind";
  measure({ name: "allclear_process_cpu_seconds_total", help: cpu, type: "counter" }, () => {
    const { user, system } = process.cpuUsage();
    return [[labels, (user + system) / MICROSECONDS]];
  });
  const memory = "Resident memory of all processes of a kind";
  measure({ name: "allclear_process_resident_memory_bytes", help: memory, type: "gauge" }, () => [
    [labels, process.memoryUsage.rss()],
  ]);
  const count = "Processes of a kind that answer";
  measure({ name: "allclear_processes", help: count, type: "gauge" }, () => [[labels, 1]]);
}
