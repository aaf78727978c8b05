import { randomUUID } from "node:crypto";
import { database, isDatabaseLost } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { runLoop } from "#lib/core/leases/loop.ts";
import { type Claim, keepClaims, type LeasedTable } from "#lib/core/leases/queries.ts";
import { type Context, systemContext, withClaims } from "#lib/core/request/context.ts";
import { withTimeout } from "#lib/platform/errors/time-limit.ts";
import { log } from "#lib/platform/log.ts";

const STOP_MS = 3_000;

type Kind = {
  table: LeasedTable;
  most: number;
  name: string;
};

export type Periods = { lease_ms: number; idle_ms: number };

const PERIODS: Periods = { lease_ms: 15_000, idle_ms: 500 };

/** Processes rows when they are due; any number of processes share the work. */
export abstract class DueWork<Due extends { id: number }> {
  protected readonly ctx: Context;
  protected readonly grant;
  protected readonly by = randomUUID();
  readonly #kind: Kind;
  readonly #periods: Periods;
  readonly #under_way = new Map<number, Promise<void>>();
  #woken = new AbortController();

  constructor(kind: Kind, periods: Partial<Periods> = {}) {
    this.ctx = withClaims(systemContext(database(), kind.name));
    this.grant = authorizeProgram(this.ctx);
    this.#kind = kind;
    this.#periods = { ...PERIODS, ...periods };
  }

  protected abstract claim(claim: Claim, limit: number): Promise<Due[]>;

  /** Saves the outcome and releases the claim. @returns whether more may be due at once */
  protected abstract work(due: Due): Promise<boolean>;

  async run(stop: AbortSignal): Promise<void> {
    const { lease_ms, idle_ms } = this.#periods;
    const keeping = setInterval(() => void this.#keep(), lease_ms / 3);
    const failed = `${this.#kind.name}: claiming due work failed`;
    await runLoop({ stop, failed, woken: () => this.#woken.signal }, async () => {
      await this.tick();
      return idle_ms;
    });
    await withTimeout(STOP_MS, this.idle());
    clearInterval(keeping);
  }

  async tick(): Promise<void> {
    this.#woken = new AbortController();
    const limit = this.#kind.most - this.#under_way.size;
    if (limit <= 0) return;
    for (const due of await this.claim(this.#claim(), limit))
      this.#under_way.set(due.id, this.#begin(due));
  }

  async idle(): Promise<void> {
    while (this.#under_way.size > 0) await Promise.all(this.#under_way.values());
  }

  async #begin(due: Due): Promise<void> {
    try {
      if (await this.work(due)) this.#woken.abort();
    } catch (error) {
      const { name } = this.#kind;
      if (!isDatabaseLost(error))
        log().error({ err: error, id: due.id }, `${name}: storing the outcome failed`);
    } finally {
      this.#under_way.delete(due.id);
    }
  }

  async #keep(): Promise<void> {
    if (this.#under_way.size === 0) return;
    await keepClaims(this.ctx.db, this.grant, this.#claim()).catch((error) => {
      const { name } = this.#kind;
      if (!isDatabaseLost(error)) log().error({ err: error }, `${name}: renewing claims failed`);
    });
  }

  #claim(): Claim {
    const { table } = this.#kind;
    const { lease_ms } = this.#periods;
    return { table, by: this.by, lease_ms, under_way: [...this.#under_way.keys()] };
  }
}
