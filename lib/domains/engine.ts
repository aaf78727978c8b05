import { isDatabaseLost } from "#db/index.ts";
import { DueWork, type Periods } from "#lib/core/leases/due-work.ts";
import type { Claim } from "#lib/core/leases/queries.ts";
import { releaseCertificate } from "#lib/domains/certificates/queries.ts";
import { type Driver, Postponed } from "#lib/domains/driver.ts";
import {
  claimDomains,
  type DriverName,
  type DueDomain,
  deleteDomain,
  isStillNeeded,
} from "#lib/domains/queries.ts";
import { pauseAfter, type Step, settle, withDeadline } from "#lib/domains/settle.ts";
import { log } from "#lib/platform/log.ts";

export type Drivers = {
  choose(due: DueDomain): Promise<DriverName>;
  of: Partial<Record<DriverName, Driver>>;
};

/** A week of attempts, the last ones ten minutes apart. */
const MAX_REMOVALS = 1_000;
const NO_DRIVER_MS = 60_000;

export class DomainEngine extends DueWork<DueDomain> {
  readonly #drivers: Drivers;

  constructor(drivers: Drivers, periods?: Partial<Periods>) {
    super({ table: "domains", most: 50, name: "set-up-domains" }, periods);
    this.#drivers = drivers;
  }

  protected claim(claim: Claim, limit: number): Promise<DueDomain[]> {
    return claimDomains(this.ctx.db, this.grant, claim, limit);
  }

  protected async work(due: DueDomain): Promise<boolean> {
    if (due.phase === "leaving") return this.#leave(due);
    const { driver } = due;
    // The driver is saved before it acts, so that its work can be removed later.
    if (driver === null) {
      const chosen = { ...due, driver: await this.#drivers.choose(due) };
      return this.#settle(chosen, { kind: "waiting", state: due.state, fields: {}, again_ms: 0 });
    }
    const step = await this.#tried(due, async () => {
      const does = this.#drivers.of[driver];
      if (!does) throw new Postponed("This server cannot set it up yet.", NO_DRIVER_MS);
      return does.advance(due);
    });
    return this.#settle(due, withDeadline(due, step));
  }

  async #leave(due: DueDomain): Promise<boolean> {
    const { driver } = due;
    const step = await this.#tried(due, async () => {
      const { db } = this.ctx;
      const isShared = driver === "edge" && (await isStillNeeded(db, this.grant, due));
      if (driver !== null && !isShared) await this.#drivers.of[driver]?.remove(due);
      // An upload exists with any driver.
      const isStillThere = await isStillNeeded(db, this.grant, { ...due, driver: null });
      if (driver !== "edge" && !isStillThere) await releaseCertificate(db, due.name);
      return null;
    });
    const isGivenUp = due.attempts >= MAX_REMOVALS;
    if (isGivenUp) log().error({ domain: due.name, driver }, "removing a domain failed");
    if (step !== null && !isGivenUp) return this.#settle(due, step);
    await deleteDomain(this.ctx.db, this.grant, { id: due.id, by: this.by });
    return true;
  }

  async #tried<S extends Step | null>(
    { state, attempts, name, driver }: DueDomain,
    work: () => Promise<S>,
  ): Promise<S | Step> {
    try {
      return await work();
    } catch (error) {
      if (isDatabaseLost(error)) throw error;
      const isExpected = error instanceof Postponed;
      if (!isExpected)
        log().error({ err: error, domain: name, driver }, "a domain's driver failed");
      const trouble = isExpected ? error.message : "This server failed; it tries again.";
      const after_ms = isExpected ? error.after_ms : 0;
      const again_ms = Math.max(pauseAfter(attempts), after_ms);
      return { kind: "postponed", state, trouble, again_ms };
    }
  }

  async #settle(due: DueDomain, step: Step): Promise<boolean> {
    await settle(this.ctx, { due, by: this.by, step });
    return step.kind !== "failed" && step.again_ms === 0;
  }
}
