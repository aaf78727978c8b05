import type { Trx } from "#db/index.ts";
import { addJob, type JobOptions } from "#lib/core/queue/queries.ts";
import { tracing } from "#lib/platform/tracing.ts";

/** The payload of each job. A job has the name of the file that does it. */
export type Payloads = {
  "dispatch-event": { event_ids: readonly number[] };
  "resume-events": Record<string, never>;
  /** `channel`: a type of subscription; `due_at`: wire time. */
  "send-batch": { status_page_id: number; channel: string; due_at: string };
  /** `subject`: `incident:42` or `info_notice:7`; `attempt`: from 1 on. */
  "translate-record": { status_page_id: number; subject: string; attempt: number };
  "resume-notifications": Record<string, never>;
  "deliver-webhooks": { status_page_id: number; due_at: string };
  "extend-maintenance-series": { series_id?: number };
  "fire-timers": { status_page_id: number; incident_id: number };
  "plan-timers": { status_page_id: number };
  "recount-days": { status_page_id: number };
  "rebuild-days": { status_page_id: number };
  "derive-courses": { status_page_id: number };
  "watch-timers": Record<string, never>;
  /** Without ids all calendars; `run` names the requester. */
  "import-calendars": { status_page_id?: number; integration_id?: number; run?: string };
  "send-message": { outbox_id: number };
  "resume-messages": Record<string, never>;
  "prune-deleted-updates": Record<string, never>;
  "prune-idempotency-keys": Record<string, never>;
  "prune-webhook-deliveries": Record<string, never>;
  "prune-subscriptions": Record<string, never>;
  "ask-to-choose": { status_page_id: number };
  "poll-opt-outs": Record<string, never>;
  "import-subscriptions": { status_page_id: number; import_id: number };
  /** While or after its organization is moved. */
  "unsubscribe-elsewhere": { subdomain: string; token_sealed: string };
  /** A provider's report that came while the organization was moved. */
  "apply-late-report": { status_page_id: number; report_sealed: string };
  "resume-imports": Record<string, never>;
  "prune-sms-counts": Record<string, never>;
  "prune-throttles": Record<string, never>;
  "prune-purges": Record<string, never>;
  "resume-webhook-deliveries": Record<string, never>;
  "prune-join-requests": Record<string, never>;
  "prune-sign-in-codes": Record<string, never>;
  "prune-pictures": Record<string, never>;
  "prune-metric-hours": Record<string, never>;
  "pull-metrics": Record<string, never>;
  "prune-check-hours": Record<string, never>;
  "apply-verdict": { status_page_id: number; service_id: number };
  "advance-outage": { status_page_id: number; outage_id: number };
  "resume-verdicts": Record<string, never>;
  "watch-certificates": Record<string, never>;
  "watch-checks": Record<string, never>;
  "recheck-domains": Record<string, never>;
  "watch-uploaded-certificates": Record<string, never>;
  "note-silence": Record<string, never>;
  "rotate-partitions": Record<string, never>;
};

export type JobName = keyof Payloads;

/** Enqueues within the caller's transaction; runs at once unless `run_at` is given. */
export async function enqueue<N extends JobName>(
  trx: Trx,
  name: N,
  payload: Payloads[N],
  options: JobOptions = {},
): Promise<void> {
  await addJob(trx, name, tracing.carryTrace?.(name, payload) ?? payload, options);
}

type Stop = () => Promise<void>;

const stops: Stop[] = [];

export function onWorkerStop(stop: Stop): void {
  stops.push(stop);
}

export async function stopBackground(): Promise<void> {
  await Promise.all(stops.map((stop) => stop()));
}
