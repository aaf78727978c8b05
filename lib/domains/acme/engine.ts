import { isIP } from "node:net";
import type { Db } from "#db/index.ts";
import type { ProgramGrant } from "#lib/core/access/authorize.ts";
import { DueWork, type Periods } from "#lib/core/leases/due-work.ts";
import type { Claim, Claimed } from "#lib/core/leases/queries.ts";
import { openAuthority } from "#lib/domains/acme/authority.ts";
import { orderCertificate } from "#lib/domains/acme/order-certificate.ts";
import {
  claimCertificates,
  countOrders,
  type DueCertificate,
  deleteOld,
} from "#lib/domains/acme/orders.queries.ts";
import {
  claimRevocations,
  type DueRevocation,
  deleteRevocation,
  postponeRevocation,
} from "#lib/domains/acme/queries.ts";
import { AcmeRefusal } from "#lib/domains/acme/refusal.ts";
import { pause_s } from "#lib/domains/acme/renewal.ts";
import {
  insertApplicationHost,
  insertSubdomainHosts,
  listUnneeded,
  releaseCertificate,
} from "#lib/domains/certificates/queries.ts";
import { findTlsFile } from "#lib/domains/certificates/tls-file.ts";
import { leafOf } from "#lib/domains/certificates/x509.ts";
import { now } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { hostName } from "#lib/platform/http/hosts.ts";
import { log } from "#lib/platform/log.ts";

const ANY_PAGE = "a-page-of-ours";

function isCertifiable(name: string): boolean {
  return name.includes(".") && isIP(name) === 0 && !name.endsWith(".localhost");
}

/**
 * Requests certificates for the installation's own names that TLS_CERTIFICATE_FILE does not cover,
 * and releases those of deleted pages.
 */
export async function requestOwnCertificates(db: Db, grant: ProgramGrant): Promise<void> {
  const { APP_URL, PAGES_DOMAIN } = env();
  const file = await findTlsFile();
  const host = new URL(APP_URL).hostname;
  const pages = hostName(PAGES_DOMAIN);
  const application = isCertifiable(host) && !file?.leaf.checkHost(host) ? host : null;
  const isWild = file?.leaf.checkHost(`${ANY_PAGE}.${pages}`) !== undefined;
  const domain = isCertifiable(`${ANY_PAGE}.${pages}`) && !isWild ? pages : null;
  const covered = file?.names ?? [];
  if (application) await insertApplicationHost(db, grant, application);
  if (domain) await insertSubdomainHosts(db, grant, { domain, covered });
  for (const name of await listUnneeded(db, grant, { application, domain, covered }))
    await releaseCertificate(db, name);
}

const CESSATION = 5;

function isExpired(chain: string): boolean {
  const leaf = leafOf(chain);
  return !leaf || Date.parse(leaf.validTo) <= now().getTime();
}

function isOver(error: unknown): boolean {
  return error instanceof AcmeRefusal && ["alreadyRevoked", "malformed"].includes(error.type);
}

/**
 * Revokes a certificate that is no longer used; retries until it succeeds or the certificate
 * expires.
 */
export async function revoke(
  db: Db,
  grant: ProgramGrant,
  claimed: Claimed,
  due: DueRevocation,
): Promise<void> {
  const { name, chain, directory_url, attempts } = due;
  try {
    if (!isExpired(chain)) {
      const { client } = await openAuthority(db, grant, directory_url);
      await client.revokeCertificate(chain, { reason: CESSATION });
    }
  } catch (error) {
    if (!isOver(error)) {
      log().warn({ err: error, name }, "revoking a certificate failed");
      const asked_s = error instanceof AcmeRefusal ? error.retry_after_s : 0;
      const again_s = pause_s(attempts + 1, asked_s, Math.random());
      await postponeRevocation(db, grant, claimed, again_s);
      return;
    }
  }
  await deleteRevocation(db, grant, claimed);
}

const AT_ONCE = 10;

type OrderPeriods = Periods & {
  sweep_ms: number;
};

class Orders extends DueWork<DueCertificate> {
  readonly #sweep_ms: number;
  #swept_ms = Number.NEGATIVE_INFINITY;

  constructor({ sweep_ms = 10_000, ...periods }: Partial<OrderPeriods>) {
    super({ table: "certificates", most: AT_ONCE, name: "order-certificates" }, periods);
    this.#sweep_ms = sweep_ms;
  }

  protected async claim(claim: Claim, hooks: number): Promise<DueCertificate[]> {
    await this.#sweep();
    const { ACME_DIRECTORY_URL: directory_url, ACME_ORDERS_PER_HOUR: most } = env();
    const { db } = this.ctx;
    const left = most === 0 ? hooks : most - (await countOrders(db, this.grant));
    const may_order = left > 0;
    const limit = may_order ? Math.min(hooks, left) : hooks;
    return claimCertificates(db, this.grant, claim, { limit, directory_url, may_order });
  }

  protected async work(due: DueCertificate): Promise<boolean> {
    await orderCertificate(this.ctx, { id: due.id, by: this.by }, due);
    return false;
  }

  async #sweep(): Promise<void> {
    if (performance.now() - this.#swept_ms < this.#sweep_ms) return;
    this.#swept_ms = performance.now();
    await requestOwnCertificates(this.ctx.db, this.grant);
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

export async function runOrders(
  stop: AbortSignal,
  periods: Partial<OrderPeriods> = {},
): Promise<void> {
  await Promise.all([new Orders(periods).run(stop), new Revocations(periods).run(stop)]);
}
