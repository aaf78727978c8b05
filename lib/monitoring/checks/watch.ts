import { database } from "#db/index.ts";
import { runLoop } from "#lib/core/leases/loop.ts";
import { isAnyDue } from "#lib/monitoring/checks/queries.ts";

const LOOK_S = 2;

/** Runs checks until `stop` is aborted. Loads the engine only once a check is due. */
export async function runChecks(stop: AbortSignal): Promise<void> {
  const looking = { stop, failed: "polling checks failed" };
  await runLoop(looking, async () =>
    (await isAnyDue(database(), LOOK_S)) ? null : LOOK_S * 1_000,
  );
  if (stop.aborted) return;
  const { Engine } = await import("#lib/monitoring/checks/engine.ts");
  await new Engine().run(stop);
}
