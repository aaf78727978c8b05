import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { database, isDatabaseLost } from "#db/index.ts";
import { authorizeProgram } from "#lib/auth/authorize.ts";
import { orderCertificate } from "#lib/certificates/ordering/order-certificate.ts";
import { keepOwnNames } from "#lib/certificates/ordering/own-names.ts";
import {
  claimCertificates,
  countOrder,
  deleteOld,
  findWork,
  keepClaims,
  LEASE_S,
} from "#lib/certificates/ordering/queries.ts";
import { revoke } from "#lib/certificates/ordering/revoke.ts";
import { claimRevocations } from "#lib/certificates/revoking/queries.ts";
import { systemContext } from "#lib/context.ts";
import { env } from "#lib/env.ts";
import { log } from "#lib/log.ts";

const AT_ONCE = 10;
const IDLE_MS = 500;
const RETRY_MS = 1_000;
const SWEEP_MS = 10_000;
const KEEP_MS = 4_000;
const STOP_MS = 3_000;

/** Orders, renews and revokes certificates, for as long as it runs; any number share the work. */
export class Engine {
  readonly #ctx = systemContext(database(), "order-certificates");
  readonly #grant = authorizeProgram(this.#ctx);
  readonly #runner = randomUUID();
  readonly #busy = new Set<Promise<void>>();
  readonly #sweep_ms: number;
  #swept_ms = Number.NEGATIVE_INFINITY;

  /** @param sweep_ms how often it looks which names of our own need a certificate */
  constructor(sweep_ms = SWEEP_MS) {
    this.#sweep_ms = sweep_ms;
  }

  async run(stop: AbortSignal): Promise<void> {
    const { db } = this.#ctx;
    const keeping = setInterval(() => {
      if (this.#busy.size > 0) keepClaims(db, this.#grant, this.#runner).catch(() => {});
    }, KEEP_MS);
    while (!stop.aborted) {
      const pause_ms = await this.#tick().catch((error) => {
        if (!isDatabaseLost(error)) log().error({ err: error }, "certificates are not ordered");
        return RETRY_MS;
      });
      await sleep(pause_ms, undefined, { signal: stop }).catch(() => {});
    }
    const ended = new AbortController();
    const rest = sleep(STOP_MS, undefined, { signal: ended.signal }).catch(() => {});
    await Promise.race([Promise.allSettled(this.#busy), rest]);
    ended.abort();
    clearInterval(keeping);
  }

  /** @returns how long to wait for the next one */
  async #tick(): Promise<number> {
    const { db } = this.#ctx;
    await this.#sweep();
    const { ACME_DIRECTORY_URL, ACME_ORDERS_PER_HOUR: most } = env();
    const limit = AT_ONCE - this.#busy.size;
    if (limit <= 0) return IDLE_MS;
    const work = await findWork(db, ACME_DIRECTORY_URL);
    const runner = this.#runner;
    if (work.certificates) {
      const left = most === 0 ? limit : Math.min(limit, most - work.orders);
      const claiming = { runner, limit: left > 0 ? left : limit, may_order: left > 0 };
      const due = await claimCertificates(db, this.#grant, claiming);
      const count = (name: string) =>
        db.transaction().execute((trx) => countOrder(trx, this.#grant, { name, most }));
      for (const one of due) {
        const claimed = { id: one.id, runner };
        this.#begin(orderCertificate({ db, grant: this.#grant, claimed, due: one, count }));
      }
    }
    if (work.revocations) {
      const claiming = { runner, limit, lease_s: LEASE_S };
      for (const one of await claimRevocations(db, this.#grant, claiming))
        this.#begin(revoke(db, this.#grant, one));
    }
    return IDLE_MS;
  }

  async #sweep(): Promise<void> {
    if (performance.now() - this.#swept_ms < this.#sweep_ms) return;
    this.#swept_ms = performance.now();
    await keepOwnNames(this.#ctx.db, this.#grant);
    await deleteOld(this.#ctx.db, this.#grant);
  }

  #begin(work: Promise<void>): void {
    const noted = work
      .catch((error) => {
        if (!isDatabaseLost(error)) log().error({ err: error }, "certificate failed");
      })
      .finally(() => this.#busy.delete(noted));
    this.#busy.add(noted);
  }
}
