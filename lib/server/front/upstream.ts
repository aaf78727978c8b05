import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type Dispatcher, Pool } from "undici";
import { AppLost, type Exchange, Whole } from "#lib/server/front/exchange.ts";
import { askHeaders, HEADER } from "#lib/server/ipc/headers.ts";

// Linux counts in hundredths of a second.
const TICK_MS = 10;

/** Processor time of a process's main thread in ms; null where unavailable. */
function processorTime_ms(pid: number): number | null {
  try {
    const fields =
      readFileSync(`/proc/${pid}/task/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}

const PULSE_MS = 500;
const PULSE_WHEN_GONE_MS = 50;
// `/readyz` must report silence within 2 s, and calls get their 503 within 5 s.
const SILENT_MS = 1_200;
const DEAD_S = 4;
// A busy machine slows an app down; silence counts only with this much processor time used.
const DEAD_PROCESSOR_MS = 2_000;
// Counted in seconds of activity, so that a machine that slept kills nothing.
const UNRESPONSIVE_S = 60;
const IDLE_CONNECTION_MS = 60_000;
const MAX_HEADERS_BYTES = 262_144;

/** `long` waits for a silent app until it is given up. */
export type Patience = "short" | "long";
type State = "answering" | "silent" | "dead" | "gone";

const PULSE = askHeaders("alive", { request_id: "-", address: null });

/** An app behind its socket, probed continuously. Slow answers are awaited, silence is not. */
export class Upstream {
  readonly #pool: Pool;
  readonly #open = new Map<Exchange, Patience>();
  readonly #closed = new AbortController();
  readonly #patient: boolean;
  readonly #onUnresponsive: () => void;
  #state: State = "gone";
  #pid = 0;

  /**
   * @param patient ignores silence, since the app compiles on demand
   * @param onUnresponsive is called after a minute of silence
   */
  constructor(socketPath: string, patient: boolean, onUnresponsive: () => void) {
    this.#patient = patient;
    this.#onUnresponsive = onUnresponsive;
    this.#pool = new Pool("http://app", {
      socketPath,
      connections: null,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_CONNECTION_MS,
      maxHeaderSize: MAX_HEADERS_BYTES,
    });
    void this.#watch();
  }

  get isAnswering(): boolean {
    return this.#state === "answering";
  }

  get openCount(): number {
    return this.#open.size;
  }

  get isSilent(): boolean {
    return this.#state === "silent" || this.#state === "dead";
  }

  send(
    options: Omit<Dispatcher.DispatchOptions, "origin">,
    exchange: Exchange,
    patience: Patience,
  ): void {
    if (this.#isHopeless(patience)) {
      const reason = new AppLost("The app says nothing");
      exchange.giveUp(reason);
      exchange.onResponseError(null, reason);
      return;
    }
    this.#open.set(exchange, patience);
    exchange.carry((lost) => {
      this.#open.delete(exchange);
      // Until a probe succeeds.
      if (lost) this.#state = "gone";
    });
    this.#pool.dispatch({ ...options, origin: "http://app" }, exchange);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#pool.destroy();
  }

  #isHopeless(patience: Patience): boolean {
    return this.#state === "dead" || (this.#state === "silent" && patience === "short");
  }

  async #watch(): Promise<void> {
    const { signal } = this.#closed;
    while (!signal.aborted) {
      await this.#takePulse();
      const pause_ms = this.#state === "gone" ? PULSE_WHEN_GONE_MS : PULSE_MS;
      await sleep(pause_ms, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  async #takePulse(): Promise<void> {
    const pulse = new Whole();
    const timers = this.#patient ? [] : this.#count();
    this.#pool.dispatch({ origin: "http://app", path: "/", method: "GET", headers: PULSE }, pulse);
    this.#state = await pulse.done.then(
      ({ headers }) => {
        this.#pid = Number(headers[HEADER.pid]);
        return "answering";
      },
      () => "gone",
    );
    for (const timer of timers) clearTimeout(timer);
  }

  #count(): NodeJS.Timeout[] {
    let seconds = 0;
    const used_ms = processorTime_ms(this.#pid);
    const second = () => {
      seconds += 1;
      if (seconds >= DEAD_S && this.#state !== "dead" && !this.#isHeldUp(used_ms))
        this.#lose("dead");
      if (seconds === UNRESPONSIVE_S) this.#onUnresponsive();
    };
    return [setTimeout(() => this.#lose("silent"), SILENT_MS), setInterval(second, 1_000)];
  }

  #isHeldUp(before_ms: number | null): boolean {
    const used_ms = (processorTime_ms(this.#pid) ?? 0) - (before_ms ?? 0);
    return used_ms > 0 && used_ms < DEAD_PROCESSOR_MS;
  }

  #lose(state: "silent" | "dead"): void {
    this.#state = state;
    for (const [exchange, patience] of this.#open)
      if (this.#isHopeless(patience)) exchange.giveUp(new AppLost("The app says nothing"));
  }
}
