import { patientDatabase } from "#db/index.ts";
import { migrate } from "#db/migrate.ts";
import { rotatePartitions } from "#db/partitions.ts";
import { requireSuitable } from "#db/requirements.ts";
import { now } from "#lib/platform/clock.ts";
import { log } from "#lib/platform/log.ts";
import { installJobs } from "#lib/server/worker/worker.ts";

/**
 * Migrates the schema.
 * @throws {EnvError} for an unsuitable database; other errors of the database
 */
export async function prepareDatabase(): Promise<void> {
  const db = patientDatabase();
  try {
    await requireSuitable();
    const ran = await migrate(db, {
      onBusy: () => log().warn("a table to be migrated is in use: trying again"),
      onWait: () => log().info("another process is migrating the database: waiting for it"),
    });
    await installJobs();
    await rotatePartitions(db, now()).catch((error) => log().warn({ err: error }, "partitions"));
    if (ran.length > 0) log().info({ migrations: ran }, "schema migrated");
  } finally {
    await db.destroy();
  }
}
