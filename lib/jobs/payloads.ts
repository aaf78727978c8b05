/** What each job is given. The job's name is the name of the file that does it. */
export type Payloads = {
  "prune-idempotency-keys": Record<string, never>;
  "rotate-metric-entries": Record<string, never>;
};

export type JobName = keyof Payloads;
