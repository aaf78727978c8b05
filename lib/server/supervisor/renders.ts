/** Who waits for a database that hangs is answered before the next ones begin to. */
export const TIMES = { wait_ms: 4_500, hold_ms: 5_000 };

/**
 * A render is mostly work of the one processor that everybody shares: more at once end no sooner,
 * and everybody else waits longer between two steps of them. But two of one client: an action that
 * leads elsewhere renders that screen by a request of its own while it has its turn.
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

/** What one of several fronts may have rendered at once: all together, as much as the apps do. */
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
