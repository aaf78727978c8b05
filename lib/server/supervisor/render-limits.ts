/** Shorter than a hanging database's time-outs, so that waiting requests are answered first. */
export const TIMES = { wait_ms: 4_500, hold_ms: 5_000 };

/**
 * Renders share one processor: more at once only slows all of them. Two per client, because an
 * action's redirect renders a second request within its slot.
 */
export const RENDERS = {
  all: 3,
  tenant: 2,
  client: 2,
  all_waiting: 2_000,
  tenant_waiting: 1_000,
  client_waiting: 64,
  ...TIMES,
};

export function rendersOf(fronts: number, apps: number): typeof RENDERS {
  const share = (all: number) => Math.ceil((all * apps) / fronts);
  return {
    ...RENDERS,
    all: share(RENDERS.all),
    tenant: share(RENDERS.tenant),
    client: share(RENDERS.client),
    all_waiting: Math.ceil(RENDERS.all_waiting / fronts),
    tenant_waiting: Math.ceil(RENDERS.tenant_waiting / fronts),
    client_waiting: Math.ceil(RENDERS.client_waiting / fronts),
  };
}
