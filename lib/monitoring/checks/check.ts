import type { Outcome } from "#lib/monitoring/checks/confirm.ts";
import type { Reason } from "#lib/monitoring/checks/reasons.ts";
import type { Timing } from "#lib/platform/http/trace.ts";
import { MonitoringOptions } from "#lib/services/schema.ts";

export type Hop = {
  method: string;
  url: string;
  status: number | null;
  headers: Record<string, string | string[] | undefined>;
  timing: Timing;
};

export type ProbeResult = {
  outcome: Outcome;
  reason: Reason | null;
  detail: string | null;
  status: number | null;
  response_ms: number;
  certificate_ends_at: Date | null;
  hops: Hop[];
};

export type Check = {
  address: string;
  method: string;
  headers: readonly { key: string; value: string }[];
  keyword_up: string | null;
  keyword_down: string | null;
  expected_statuses: readonly string[];
};

/** Limit for a whole check, redirects included. */
export const CHECK_TIMEOUT_MS = 10_000;

export const IS_UP = { outcome: "up", reason: null, detail: null } as const;

export function isDown(reason: Reason, detail: string | null = null) {
  const outcome: Outcome = reason === "our_limit" ? "none" : "down";
  return { outcome, reason, detail };
}

type Checkable = {
  ping_url: string;
  monitoring_options: unknown;
  expected_statuses: readonly string[];
};

export function checkOf({ ping_url, monitoring_options, expected_statuses }: Checkable): Check {
  return {
    address: ping_url,
    ...MonitoringOptions.parse(monitoring_options ?? {}),
    expected_statuses,
  };
}
