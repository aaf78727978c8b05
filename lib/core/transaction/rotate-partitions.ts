import { database } from "#db/index.ts";
import { rotatePartitions as rotate } from "#db/partitions.ts";
import { now } from "#lib/platform/clock.ts";

/** Makes room for the time to come in every partitioned table, and drops what is past keeping. */
export async function rotatePartitions(): Promise<void> {
  await rotate(database(), now());
}
