import { type CronItem, parseCronItems } from "graphile-worker";
import type { JobName } from "#lib/jobs/payloads.ts";

type Scheduled = CronItem & { task: JobName };

/** Jobs that come by themselves; times are UTC. */
const SCHEDULE: Scheduled[] = [
  { task: "prune-idempotency-keys", match: "17 3 * * *", options: { backfillPeriod: 86_400_000 } },
  { task: "prune-webhook-deliveries", match: "37 3 * * *", options: { backfillPeriod: 86_400_000 } },
  { task: "resume-webhook-deliveries", match: "* * * * *" },
  { task: "rotate-metric-entries", match: "27 3 * * *", options: { backfillPeriod: 86_400_000 } },
];

export function cronItems() {
  return parseCronItems(SCHEDULE);
}
