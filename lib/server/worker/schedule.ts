import { type CronItem, parseCronItems } from "graphile-worker";
import type { JobName } from "#lib/core/queue/enqueue.ts";

type Scheduled = CronItem & { task: JobName };

/** Times are UTC. */
const SCHEDULE: Scheduled[] = [
  { task: "extend-maintenance-series", match: "12 * * * *" },
  { task: "import-calendars", match: "*/15 * * * *" },
  { task: "watch-timers", match: "* * * * *" },
  { task: "prune-deleted-updates", match: "7 * * * *" },
  { task: "prune-idempotency-keys", match: "17 3 * * *", options: { backfillPeriod: 86_400_000 } },
  {
    task: "prune-webhook-deliveries",
    match: "37 3 * * *",
    options: { backfillPeriod: 86_400_000 },
  },
  { task: "prune-subscriptions", match: "47 * * * *" },
  { task: "poll-opt-outs", match: "22 * * * *" },
  { task: "resume-verdicts", match: "* * * * *" },
  { task: "watch-certificates", match: "42 * * * *" },
  { task: "watch-uploaded-certificates", match: "47 * * * *" },
  { task: "recheck-domains", match: "*/20 * * * *" },
  { task: "watch-checks", match: "* * * * *" },
  { task: "note-silence", match: "* * * * *" },
  { task: "resume-imports", match: "* * * * *" },
  { task: "prune-sms-counts", match: "52 4 * * *" },
  { task: "prune-throttles", match: "57 * * * *" },
  { task: "prune-purges", match: "2 * * * *" },
  { task: "resume-events", match: "* * * * *" },
  { task: "resume-notifications", match: "* * * * *" },
  { task: "resume-messages", match: "* * * * *" },
  { task: "resume-webhook-deliveries", match: "* * * * *" },
  { task: "prune-join-requests", match: "37 * * * *" },
  { task: "prune-sign-in-codes", match: "27 * * * *" },
  { task: "prune-metric-hours", match: "7 3 * * *", options: { backfillPeriod: 86_400_000 } },
  { task: "pull-metrics", match: "* * * * *" },
  { task: "prune-check-hours", match: "33 3 * * *", options: { backfillPeriod: 86_400_000 } },
  { task: "prune-pictures", match: "57 3 * * *", options: { backfillPeriod: 86_400_000 } },
  { task: "rotate-partitions", match: "27 3 * * *", options: { backfillPeriod: 86_400_000 } },
];

export function cronItems() {
  return parseCronItems(SCHEDULE);
}
