/** What each job is given. The job's name is the name of the file that does it. */
export type Payloads = {
  "deliver-webhook": { status_page_id: number; delivery_id: number; attempt: number };
  "prune-idempotency-keys": Record<string, never>;
  "prune-webhook-deliveries": Record<string, never>;
  "resume-webhook-deliveries": Record<string, never>;
  "rotate-metric-entries": Record<string, never>;
};

export type JobName = keyof Payloads;
