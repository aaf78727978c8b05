import { database } from "#db/index.ts";
import { deleteCountsBefore } from "#lib/channels/sms/limits.queries.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";

const KEPT_DAYS = 62;

export async function pruneSmsCounts(): Promise<void> {
  const before = later(wireNow(), -KEPT_DAYS * DAY_SECONDS);
  await deleteCountsBefore(database(), before.slice(0, "2026-11-22".length));
}
