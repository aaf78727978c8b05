import { isDatabaseLost } from "#db/index.ts";
import { DueWork, type Periods } from "#lib/core/leases/due-work.ts";
import type { Claim } from "#lib/core/leases/queries.ts";
import { giveUpCertificate } from "#lib/domains/certificates/certificate.ts";
import { type Driver, PutOff } from "#lib/domains/driver.ts";
import {
  claimDomains,
  type DriverName,
  type DueDomain,
  deleteDomain,
  isSetUpAnew,
} from "#lib/domains/queries.ts";
import { inTime, pauseAfter, type Step, settle } from "#lib/domains/settle.ts";
import { log } from "#lib/platform/log.ts";

/** Who does it, for a domain that nothing was done for yet; and those who can do it. */
export type Drivers = {
  choose(due: DueDomain): Promise<DriverName>;
  of: Partial<Record<DriverName, Driver>>;
};

/** Attempts to take something away, the last ones ten minutes apart: a week. */
const MOST_REMOVALS = 1_000;
const NO_DRIVER_MS = 60_000;

/** Sets domains up and takes them away. */
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
    return this.#settle(due, inTime(due, step));
  }

  async #leave(due: DueDomain): Promise<boolean> {
    const { driver } = due;
    const step = await this.#tried(due, async () => {
      const { db } = this.ctx;
      const isShared = driver === "edge" && (await isSetUpAnew(db, this.grant, due));
      if (driver !== null && !isShared) await this.#drivers.of[driver]?.remove(due);
      // One that was uploaded is there with any driver.
      const isHad = await isSetUpAnew(db, this.grant, { ...due, driver: null });
      if (driver !== "edge" && !isHad) await giveUpCertificate(db, due.name);
      return null;
    });
    const isGivenUp = due.attempts >= MOST_REMOVALS;
    if (isGivenUp) log().error({ domain: due.name, driver }, "a domain was not taken away");
    if (step !== null && !isGivenUp) return this.#settle(due, step);
    await deleteDomain(this.ctx.db, this.grant, { id: due.id, by: this.by });
    return true;
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

  async #settle(due: DueDomain, step: Step): Promise<boolean> {
    await settle(this.ctx, { due, by: this.by, step });
    return step.kind !== "failed" && step.again_ms === 0;
  }
}
