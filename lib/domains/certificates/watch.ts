import { isAcmeOn } from "#lib/domains/certificates/acme-on.ts";

/** Orders and renews certificates until it is stopped, where that is done here. */
export async function watchCertificates(stop: AbortSignal): Promise<void> {
  if (!isAcmeOn()) return;
  const { runOrders } = await import("#lib/domains/certificate-orders/engine.ts");
  await runOrders(stop);
}
