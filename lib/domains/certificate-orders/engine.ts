import { DueWork, type Periods } from "#lib/core/leases/due-work.ts";
import type { Claim } from "#lib/core/leases/queries.ts";
import { orderCertificate } from "#lib/domains/certificate-orders/order-certificate.ts";
import {
  claimCertificates,
  countOrders,
  type DueCertificate,
  deleteOld,
} from "#lib/domains/certificate-orders/queries.ts";
import { revoke } from "#lib/domains/certificate-orders/revoke.ts";
import { orderOwnNames } from "#lib/domains/certificates/own-names.ts";
import {
  claimRevocations,
  type DueRevocation,
} from "#lib/domains/certificates/revocations.queries.ts";
import { env } from "#lib/platform/config/env.ts";

const AT_ONCE = 10;

type OrderPeriods = Periods & {
  /** How often it looks which names of our own need a certificate. */
  sweep_ms: number;
};

class Orders extends DueWork<DueCertificate> {
  readonly #sweep_ms: number;
  #swept_ms = Number.NEGATIVE_INFINITY;

  constructor({ sweep_ms = 10_000, ...periods }: Partial<OrderPeriods>) {
    super({ table: "certificates", most: AT_ONCE, name: "order-certificates" }, periods);
    this.#sweep_ms = sweep_ms;
  }

  protected async claim(claim: Claim, room: number): Promise<DueCertificate[]> {
    await this.#sweep();
    const { ACME_DIRECTORY_URL: directory_url, ACME_ORDERS_PER_HOUR: most } = env();
    const { db } = this.ctx;
    const left = most === 0 ? room : most - (await countOrders(db, this.grant));
    const may_order = left > 0;
    const limit = may_order ? Math.min(room, left) : room;
    return claimCertificates(db, this.grant, claim, { limit, directory_url, may_order });
  }

  protected async work(due: DueCertificate): Promise<boolean> {
    await orderCertificate(this.ctx, { id: due.id, by: this.by }, due);
    return false;
  }

  async #sweep(): Promise<void> {
    if (performance.now() - this.#swept_ms < this.#sweep_ms) return;
    this.#swept_ms = performance.now();
    await orderOwnNames(this.ctx.db, this.grant);
    await deleteOld(this.ctx.db, this.grant);
  }
}

class Revocations extends DueWork<DueRevocation> {
  constructor(periods: Partial<Periods>) {
    const table = "certificate_revocations";
    super({ table, most: AT_ONCE, name: "revoke-certificates" }, periods);
  }

  protected claim(claim: Claim, limit: number): Promise<DueRevocation[]> {
    return claimRevocations(this.ctx.db, this.grant, claim, limit);
  }

  protected async work(due: DueRevocation): Promise<boolean> {
    await revoke(this.ctx.db, this.grant, { id: due.id, by: this.by }, due);
    return false;
  }
}

/** Orders, renews and revokes certificates until it is stopped. */
export async function runOrders(
  stop: AbortSignal,
  periods: Partial<OrderPeriods> = {},
): Promise<void> {
  await Promise.all([new Orders(periods).run(stop), new Revocations(periods).run(stop)]);
}
