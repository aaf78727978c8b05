import type { DriverState, Shown } from "#lib/domains/driver.ts";
import type { DueDomain } from "#lib/domains/queries.ts";
import type { DomainConfig } from "#lib/pages/domain-config.ts";
import { DAY_SECONDS } from "#lib/platform/clock.ts";

/** What came of a step. */
export type Step =
  | { kind: "waiting" | "active"; state: DriverState; shown: Partial<Shown>; again_ms: number }
  | { kind: "failed"; state: DriverState; shown: Partial<Shown>; error: string; isExpired?: true }
  /** It could not be made, and may be later. */
  | { kind: "put_off"; state: DriverState; trouble: string; again_ms: number };

const FIRST_S = 600;
const SECOND_MS = 1_000;
const GIVEN_UP_S = 7 * DAY_SECONDS;
const LONGEST_MS = 600_000;
const FIRST_PAUSE_MS = 3_000;

/** How long to wait after so many attempts in a row that failed, 3 seconds to 10 minutes. */
export function pauseAfter(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempts, 20), LONGEST_MS);
}

/** Who waits for DNS for long is looked at less often: every 10 seconds, after a day every minute. */
export function paced(again_ms: number, age_s: number): number {
  if (age_s < FIRST_S) return again_ms;
  return Math.max(again_ms, (age_s < DAY_SECONDS ? 10 : 60) * SECOND_MS);
}

/** As soon as it was tried for seven days in vain, a set-up has failed. */
export function inTime(due: Pick<DueDomain, "phase" | "age_s">, step: Step): Step {
  const isOpen = step.kind === "waiting" || step.kind === "put_off";
  if (!isOpen || due.phase !== "configuring" || due.age_s < GIVEN_UP_S) return step;
  const reason =
    step.kind === "put_off" ? step.trouble : "the DNS records do not lead to this page.";
  const error = `It could not be set up within seven days: ${reason}`;
  const shown = step.kind === "put_off" ? {} : step.shown;
  const state = { ...step.state, has_failed: true };
  return { kind: "failed", state, shown, error, isExpired: true };
}

/** A page's domain after a step; what is active stays so until something is wrong with it. */
export function configAfter(config: DomainConfig, step: Step): DomainConfig {
  if (step.kind === "put_off") return config;
  const shown = { ...config, ...step.shown };
  if (step.kind === "failed") return { ...shown, status: "failed_to_configure", error: step.error };
  return step.kind === "active" ? { ...shown, status: "active", error: null } : shown;
}
