import { database } from "#db/index.ts";
import { runLoop } from "#lib/core/leases/loop.ts";
import { isAcmeOn } from "#lib/domains/certificates/certificate.ts";
import { isAnyDomainDue } from "#lib/domains/queries.ts";

const LOOK_MS = 500;

/** Sets custom domains up until `stop` is aborted. Loads the engine only once there is a domain. */
export async function watchDomains(stop: AbortSignal): Promise<void> {
  const looking = { stop, failed: "polling domains failed" };
  await runLoop(looking, async () => ((await isAnyDomainDue(database())) ? null : LOOK_MS));
  if (stop.aborted) return;
  const { DomainEngine } = await import("#lib/domains/engine.ts");
  const { DRIVERS } = await import("#lib/domains/drivers/drivers.ts");
  await new DomainEngine(DRIVERS).run(stop);
}

export async function watchCertificates(stop: AbortSignal): Promise<void> {
  if (!isAcmeOn()) return;
  const { runOrders } = await import("#lib/domains/acme/engine.ts");
  await runOrders(stop);
}
