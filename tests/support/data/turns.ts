import { FairQueue, type FairQueueLimits } from "#lib/platform/limits/fair-queue.ts";

/** Turns for whoever asks, but for the limits given. */
export function turnsOf(limits: Partial<FairQueueLimits> = {}): FairQueue {
  const roomy = {
    ...{ all: 100, tenant: 100, client: 100 },
    ...{ all_waiting: 1_000, tenant_waiting: 1_000, client_waiting: 1_000 },
  };
  return new FairQueue("test", { ...roomy, wait_ms: 60_000, hold_ms: 60_000, ...limits });
}
