import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { database, isDatabaseLost } from "#db/index.ts";
import { authorizeProgram } from "#lib/auth/authorize.ts";
import { giveUpCertificate } from "#lib/certificates/want.ts";
import { type Context, systemContext } from "#lib/context.ts";
import type { Driver } from "#lib/domains/driver.ts";
import { PutOff } from "#lib/domains/put-off.ts";
import {
  claimDomains,
  type DriverName,
  type DueDomain,
  deleteDomain,
  isSetUpAnew,
  keepClaims,
} from "#lib/domains/queries.ts";
import { settle } from "#lib/domains/settle.ts";
import { inTime, pauseAfter, type Step } from "#lib/domains/transition.ts";
import { log } from "#lib/log.ts";

/** Who does it, for a domain that nothing was done for yet; and those who can do it. */
export type Drivers = {
  choose(due: DueDomain): Promise<DriverName>;
  of: Partial<Record<DriverName, Driver>>;
};

export type Periods = { lease_ms: number; idle_ms: number };

const AT_ONCE = 50;
const RETRY_MS = 1_000;
const STOP_MS = 3_000;
/** Attempts to take something away, the last ones ten minutes apart: a week. */
const MOST_REMOVALS = 1_000;
const NO_DRIVER_MS = 60_000;

/** Sets domains up and takes them away, for as long as it runs; any number share the work. */
export class DomainEngine {
  readonly #ctx: Context = systemContext(database(), "set-up-domains");
  readonly #grant = authorizeProgram(this.#ctx);
  readonly #by = randomUUID();
  /** Steps under way, by the domain. */
  readonly #busy = new Map<number, Promise<void>>();
  readonly #drivers: Drivers;
  readonly #periods: Periods;
  #wake = () => {};

  constructor(drivers: Drivers, periods: Periods = { lease_ms: 15_000, idle_ms: 500 }) {
    this.#drivers = drivers;
    this.#periods = periods;
  }

  async run(stop: AbortSignal): Promise<void> {
    const keeping = setInterval(() => void this.#keep(), this.#periods.lease_ms / 3);
    while (!stop.aborted) {
      const woken = new AbortController();
      this.#wake = () => woken.abort();
      const pause_ms = await this.tick().then(
        () => this.#periods.idle_ms,
        (error) => {
          if (!isDatabaseLost(error)) log().error({ err: error }, "domains were not looked at");
          return RETRY_MS;
        },
      );
      const signal = AbortSignal.any([stop, woken.signal]);
      await sleep(pause_ms, undefined, { signal }).catch(() => {});
    }
    clearInterval(keeping);
    await Promise.race([this.idle(), sleep(STOP_MS, undefined, { ref: false })]);
  }

  /** Begins the steps that are due. */
  async tick(): Promise<void> {
    const limit = AT_ONCE - this.#busy.size;
    if (limit <= 0) return;
    const claim = { by: this.#by, lease_ms: this.#periods.lease_ms, busy: [...this.#busy.keys()] };
    for (const due of await claimDomains(this.#ctx.db, this.#grant, { ...claim, limit })) {
      const step = this.#step(due)
        .catch((error) => {
          if (!isDatabaseLost(error))
            log().error({ err: error, domain_id: due.domain_id }, "a domain's step was not noted");
        })
        .finally(() => this.#busy.delete(due.domain_id));
      this.#busy.set(due.domain_id, step);
    }
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#busy.size > 0) await Promise.all(this.#busy.values());
  }

  async #keep(): Promise<void> {
    if (this.#busy.size === 0) return;
    const claim = { by: this.#by, lease_ms: this.#periods.lease_ms, busy: [...this.#busy.keys()] };
    await keepClaims(this.#ctx.db, this.#grant, claim).catch((error) => {
      if (!isDatabaseLost(error)) log().error({ err: error }, "claims of domains were not kept");
    });
  }

  async #step(due: DueDomain): Promise<void> {
    if (due.phase === "leaving") return this.#leave(due);
    const { driver } = due;
    // Who does it is written before anything is done, so that it can be taken away.
    if (driver === null) {
      const chosen = { ...due, driver: await this.#drivers.choose(due) };
      return this.#settle(chosen, { kind: "waiting", state: due.state, shown: {}, again_ms: 0 });
    }
    const step = await this.#tried(due, async () => {
      const does = this.#drivers.of[driver];
      if (!does) throw new PutOff("This server cannot set it up yet.", NO_DRIVER_MS);
      return does.advance(due);
    });
    await this.#settle(due, inTime(due, step));
  }

  async #leave(due: DueDomain): Promise<void> {
    const { driver } = due;
    const step = await this.#tried(due, async () => {
      const { db } = this.#ctx;
      const isShared = driver === "edge" && (await isSetUpAnew(db, this.#grant, due));
      if (driver !== null && !isShared) await this.#drivers.of[driver]?.remove(due);
      // One that was uploaded is there with any driver.
      const isHad = await isSetUpAnew(db, this.#grant, { ...due, driver: null });
      if (driver !== "edge" && !isHad) await giveUpCertificate(db, due.name);
      return null;
    });
    const isGivenUp = due.attempts >= MOST_REMOVALS;
    if (isGivenUp) log().error({ domain: due.name, driver }, "a domain was not taken away");
    if (step !== null && !isGivenUp) return this.#settle(due, step);
    await deleteDomain(this.#ctx.db, this.#grant, { domain_id: due.domain_id, by: this.#by });
    this.#wake();
  }

  /** What a driver did; what it throws puts it off, for longer each time. */
  async #tried<S extends Step | null>(
    { state, attempts, name, driver }: DueDomain,
    work: () => Promise<S>,
  ): Promise<S | Step> {
    try {
      return await work();
    } catch (error) {
      if (isDatabaseLost(error)) throw error;
      const isKnown = error instanceof PutOff;
      if (!isKnown) log().error({ err: error, domain: name, driver }, "a domain's driver failed");
      const trouble = isKnown ? error.message : "This server failed; it tries again.";
      const after_ms = isKnown ? error.after_ms : 0;
      const again_ms = Math.max(pauseAfter(attempts), after_ms);
      return { kind: "put_off", state, trouble, again_ms };
    }
  }

  async #settle(due: DueDomain, step: Step): Promise<void> {
    await settle(this.#ctx, { due, by: this.#by, step });
    if (step.kind !== "failed" && step.again_ms === 0) this.#wake();
  }
}
