import { database } from "#db/index.ts";
import { tellOperators } from "#lib/monitoring/warnings/tell-operators.ts";

/** Tells the operators when the monitor itself cannot do its work. */
export async function watchChecks(): Promise<void> {
  await tellOperators(database());
}
