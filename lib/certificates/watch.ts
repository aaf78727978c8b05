import { isAcmeOn } from "#lib/certificates/acme-on.ts";

/** Orders and renews certificates until it is stopped, where that is done here. */
export async function watchCertificates(stop: AbortSignal): Promise<void> {
  if (!isAcmeOn()) return;
  const { runOrders } = await import("#lib/certificates/ordering/engine.ts");
  await runOrders(stop);
}
