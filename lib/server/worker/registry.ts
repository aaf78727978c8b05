import type { Task, TaskList } from "graphile-worker";
import { database } from "#db/index.ts";
import { isMoveError, Moving } from "#lib/core/moves/move.ts";
import { isMoveRunning, isPruning } from "#lib/core/moves/queries.ts";
import { enqueue, type JobName, type Payloads } from "#lib/core/queue/enqueue.ts";
import { later, wireNow } from "#lib/platform/clock.ts";

type Handler<N extends JobName> = (payload: Payloads[N]) => Promise<void>;
type Registry = { [N in JobName]: () => Promise<Handler<N>> };

/** Handlers are loaded with their first job. */
const registry: Registry = {
  "dispatch-event": async () =>
    (await import("#lib/server/worker/dispatch-event.ts")).dispatchEvent,
  "resume-events": async () => (await import("#lib/core/events/resume-events.ts")).resumeEvents,
  "send-batch": async () => (await import("#lib/notifications/send-batch.ts")).sendBatch,
  "translate-record": async () =>
    (await import("#lib/site/translations/translate-record.ts")).translateRecord,
  "resume-notifications": async () =>
    (await import("#lib/notifications/resume-notifications.ts")).resumeNotifications,
  "deliver-webhooks": async () =>
    (await import("#lib/notifications/webhook-deliveries/deliver-webhooks.ts")).deliverWebhooks,
  "send-message": async () => (await import("#lib/server/worker/send-message.ts")).sendMessage,
  "resume-messages": async () =>
    (await import("#lib/core/outbox/resume-messages.ts")).resumeMessages,
  "extend-maintenance-series": async () =>
    (await import("#lib/incidents/recurrence/extend-maintenance-series.ts"))
      .extendMaintenanceSeries,
  "fire-timers": async () => (await import("#lib/incidents/timers/fire-timers.ts")).fireTimers,
  "plan-timers": async () => (await import("#lib/incidents/timers/plan-timers.ts")).planTimers,
  "derive-courses": async () => (await import("#lib/incidents/derive-courses.ts")).deriveCourses,
  "rebuild-days": async () => (await import("#lib/services/uptime/rebuild-days.ts")).rebuildDays,
  "recount-days": async () => (await import("#lib/services/uptime/recount-days.ts")).recountDays,
  "watch-timers": async () => (await import("#lib/incidents/timers/watch-timers.ts")).watchTimers,
  "import-calendars": async () =>
    (await import("#lib/incidents/calendar-import/import-calendars.ts")).importCalendars,
  "prune-deleted-updates": async () =>
    (await import("#lib/incidents/prune-deleted-updates.ts")).pruneDeletedUpdates,
  "prune-idempotency-keys": async () =>
    (await import("#lib/api/prune-idempotency-keys.ts")).pruneIdempotencyKeys,
  "prune-webhook-deliveries": async () =>
    (await import("#lib/notifications/webhook-deliveries/prune-webhook-deliveries.ts"))
      .pruneWebhookDeliveries,
  "prune-subscriptions": async () =>
    (await import("#lib/subscribers/prune-subscriptions.ts")).pruneSubscriptions,
  "ask-to-choose": async () => (await import("#lib/subscribers/ask-to-choose.ts")).askToChoose,
  "poll-opt-outs": async () =>
    (await import("#lib/notifications/provider-reports/poll-opt-outs.ts")).pollOptOuts,
  "import-subscriptions": async () =>
    (await import("#lib/subscribers/import/import-subscriptions.ts")).importSubscriptions,
  "unsubscribe-elsewhere": async () =>
    (await import("#lib/subscribers/sign-up/unsubscribe-elsewhere.ts")).unsubscribeElsewhere,
  "apply-late-report": async () =>
    (await import("#lib/notifications/provider-reports/apply-late-report.ts")).applyLateReport,
  "resume-imports": async () =>
    (await import("#lib/subscribers/import/resume-imports.ts")).resumeImports,
  "prune-sms-counts": async () =>
    (await import("#lib/channels/sms/prune-sms-counts.ts")).pruneSmsCounts,
  "prune-throttles": async () =>
    (await import("#lib/core/throttle/prune-throttles.ts")).pruneThrottles,
  "prune-purges": async () => (await import("#lib/server/purge/prune-purges.ts")).prunePurges,
  "resume-webhook-deliveries": async () =>
    (await import("#lib/notifications/webhook-deliveries/resume-webhook-deliveries.ts"))
      .resumeWebhookDeliveries,
  "prune-join-requests": async () =>
    (await import("#lib/pages/join-links/prune-join-requests.ts")).pruneJoinRequests,
  "prune-sign-in-codes": async () =>
    (await import("#lib/server/worker/prune-sign-in-codes.ts")).pruneSignInCodes,
  "prune-pictures": async () =>
    (await import("#lib/incidents/pictures/prune-pictures.ts")).prunePictures,
  "prune-metric-hours": async () =>
    (await import("#lib/services/metric-entries/prune-metric-hours.ts")).pruneMetricHours,
  "pull-metrics": async () =>
    (await import("#lib/services/metric-imports/pull-metrics.ts")).pullMetrics,
  "prune-check-hours": async () =>
    (await import("#lib/services/check-history/prune-check-hours.ts")).pruneCheckHours,
  "apply-verdict": async () =>
    (await import("#lib/monitoring/automation/apply-verdict.ts")).applyVerdict,
  "advance-outage": async () =>
    (await import("#lib/monitoring/automation/advance-outage.ts")).advanceOutage,
  "watch-certificates": async () =>
    (await import("#lib/monitoring/warnings/watch-certificates.ts")).watchCertificates,
  "watch-checks": async () =>
    (await import("#lib/monitoring/warnings/watch-checks.ts")).watchChecks,
  "watch-uploaded-certificates": async () =>
    (await import("#lib/domains/certificates/watch-uploaded-certificates.ts"))
      .watchUploadedCertificates,
  "recheck-domains": async () =>
    (await import("#lib/domains/diagnosis/recheck-domains.ts")).recheckDomains,
  "resume-verdicts": async () =>
    (await import("#lib/monitoring/automation/resume-verdicts.ts")).resumeVerdicts,
  "note-silence": async () =>
    (await import("#lib/monitoring/heartbeats/note-silence.ts")).noteSilence,
  "rotate-partitions": async () =>
    (await import("#lib/core/transaction/rotate-partitions.ts")).rotatePartitions,
};

const AGAIN_S = 60;

/** A job of an organization that is being moved waits; once it has moved, it is done elsewhere. */
async function postpone<N extends JobName>(name: N, payload: Payloads[N], key: string | null) {
  const options = { run_at: later(wireNow(), AGAIN_S), ...(key && { key }) };
  await database()
    .transaction()
    .execute((trx) => enqueue(trx, name, payload, options));
}

function task<N extends JobName>(name: N): Task {
  return async (payload, { job }) => {
    // Data that is being copied stays as it is; a move that begins later waits for this job.
    if (isPruning(name) && (await isMoveRunning(database()))) return;
    const handle = await registry[name]();
    await handle(payload as Payloads[N]).catch((error) => {
      if (!isMoveError(error)) throw error;
      return error instanceof Moving ? postpone(name, payload as Payloads[N], job.key) : undefined;
    });
  };
}

export type JobPool = "inner" | "outgoing" | "messages";

// Urgent jobs have slots of their own, so that no long job delays them.
const POOLS: { [N in JobName]?: JobPool } = {
  "dispatch-event": "outgoing",
  "deliver-webhooks": "outgoing",
  "send-batch": "outgoing",
  "send-message": "messages",
};

export function tasks(pool: JobPool): TaskList {
  const names = (Object.keys(registry) as JobName[]).filter(
    (name) => (POOLS[name] ?? "inner") === pool,
  );
  return Object.fromEntries(names.map((name) => [name, task(name)]));
}
