import { setTimeout as sleep } from "node:timers/promises";
import { isDatabaseLost } from "#db/index.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { log } from "#lib/platform/log.ts";

const GATHER_MS = 10;
const BATCH = 500;
const RETRY_MS = 1_000;

/**
 * Records results in batches, and retries while the database is unreachable: an unrecorded message
 * would be sent again. One unwritable result does not block others.
 */
export class Writer<T> {
  readonly #write: (all: readonly T[]) => Promise<void>;
  readonly #stop: AbortSignal;
  #noted: T[] = [];
  #writing: Promise<void> | null = null;
  #isLost = false;

  constructor(write: (all: readonly T[]) => Promise<void>, stop: AbortSignal) {
    this.#write = write;
    this.#stop = stop;
  }

  note(all: readonly T[]): void {
    this.#noted.push(...all);
    this.#writing ??= this.#run().finally(() => {
      this.#writing = null;
    });
  }

  async waitForDatabase(): Promise<void> {
    if (this.#isLost) await this.written();
  }

  async written(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  async #run(): Promise<void> {
    await sleep(GATHER_MS);
    while (this.#noted.length > 0) await this.#untilWritten(this.#noted.splice(0, BATCH));
  }

  async #untilWritten(batch: readonly T[]): Promise<void> {
    for (let isFirst = true; ; isFirst = false) {
      try {
        await this.#write(batch);
        this.#isLost = false;
        return;
      } catch (error) {
        const isLost = isDatabaseLost(error) && !this.#stop.aborted;
        if (isFirst || !isLost) log().error({ err: error }, "storing outcomes failed");
        this.#isLost = isLost;
        if (!isLost) return this.#writeHalves(batch, error);
        await sleep(RETRY_MS, undefined, { signal: this.#stop }).catch(() => {});
      }
    }
  }

  async #writeHalves(batch: readonly T[], error: unknown): Promise<void> {
    if (batch.length <= 1 || this.#stop.aborted || error instanceof AppError) return;
    const half = Math.ceil(batch.length / 2);
    await this.#untilWritten(batch.slice(0, half));
    await this.#untilWritten(batch.slice(half));
  }
}
