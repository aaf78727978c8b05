import { randomUUID } from "node:crypto";
import { database } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { checkTarget } from "#lib/core/fields/address.ts";
import { runLoop } from "#lib/core/leases/loop.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { checkOf, type ProbeResult } from "#lib/monitoring/checks/check.ts";
import { FailureRatio, OwnNetwork } from "#lib/monitoring/checks/own-connectivity.ts";
import { probe } from "#lib/monitoring/checks/probe.ts";
import {
  claimDue,
  type DueCheck,
  recordRunner,
  resetLateChecks,
} from "#lib/monitoring/checks/queries.ts";
import { mayBeOwnNetwork } from "#lib/monitoring/checks/reasons.ts";
import { Results } from "#lib/monitoring/checks/results.ts";
import { env } from "#lib/platform/config/env.ts";
import { withTimeout } from "#lib/platform/errors/time-limit.ts";
import { FairSemaphore } from "#lib/platform/limits/fair-semaphore.ts";
import { log } from "#lib/platform/log.ts";
import { Histogram } from "#lib/platform/metrics.ts";

type Shares = { all: number; each: number };

export const AT_ONCE = 600;

/**
 * One organization gets at most a third of the places, and never the last free one. So a newcomer
 * finds a place even if all other checks hang.
 */
export function sharesOf(all: number): (under_way: number) => Shares {
  return (under_way) => ({ all, each: Math.min(Math.ceil(all / 3), all - under_way) });
}

// Per organization, host and port.
const PER_HOST = { all: Number.POSITIVE_INFINITY, each: 50 };
const BATCH = 300;
const BUSY_MS = 200;
const IDLE_MS = 500;
const NOTE_MS = 2_000;
const STOP_MS = 3_000;
const MISSED_MS = 10_000;

function hostOf(address: string): string {
  const target = checkTarget(address);
  if (target?.kind === "http") return new URL(target.url).host;
  return target?.kind === "tcp" ? `${target.host}:${target.port}` : "dns";
}

/**
 * Checks with the same key wait for each other: one tenant's hanging checks delay nobody else's.
 */
function queueKeyOf({ organization_id, ping_url }: DueCheck): string {
  return `${organization_id} ${hostOf(ping_url)}`;
}

const delays = new Histogram(
  "allclear_check_delay_seconds",
  "How long after their time checks began",
  [0.25, 0.5, 1, 2.5, 5, 15, 60],
);

/** Runs due checks. Any number of engines share the work. */
export class Engine {
  readonly #ctx: Context = systemContext(database(), "check-services");
  readonly #grant = authorizeProgram(this.#ctx);
  readonly #id = randomUUID();
  readonly #interval_ms = env().CHECK_INTERVAL_S * 1_000;
  readonly #results = new Results(this.#ctx, this.#interval_ms);
  readonly #at_once: number;
  readonly #tenants: FairSemaphore;
  readonly #hosts = new FairSemaphore(() => PER_HOST);
  readonly #egress = new OwnNetwork();
  readonly #failing = new FailureRatio();
  readonly #busy = new Map<number, Promise<void>>();
  #noted_ms = Number.NEGATIVE_INFINITY;

  constructor({ at_once = AT_ONCE } = {}) {
    this.#at_once = at_once;
    this.#tenants = new FairSemaphore(sharesOf(at_once));
  }

  async run(stop: AbortSignal): Promise<void> {
    await runLoop({ stop, failed: "checks could not be begun" }, () => this.#tick());
    await withTimeout(STOP_MS, Promise.allSettled(this.#busy.values()));
    await this.#results.write();
  }

  /** @returns pause in ms */
  async #tick(): Promise<number> {
    void this.#results.write();
    await this.#record();
    // Queued checks block nothing: each service is queued at most once.
    if (this.#tenants.inside >= this.#at_once) return BUSY_MS;
    const due = await claimDue(this.#ctx.db, this.#grant, {
      limit: BATCH,
      interval_ms: this.#interval_ms,
    });
    const claimed = performance.now();
    for (const one of due) this.#begin(one, claimed);
    return due.length === 0 ? IDLE_MS : BUSY_MS;
  }

  async #record(): Promise<void> {
    if (performance.now() - this.#noted_ms < NOTE_MS) return;
    this.#noted_ms = performance.now();
    if (this.#egress.lost_at !== null) void this.#egress.isThere();
    await resetLateChecks(this.#ctx.db, this.#grant, this.#interval_ms);
    this.#failing.others = await recordRunner(this.#ctx.db, {
      id: this.#id,
      network_lost_at: this.#egress.lost_at,
      ...this.#failing.count(performance.now()),
    });
  }

  #begin(due: DueCheck, claimed: number): void {
    // Missed checks are skipped, since all of them would start at once.
    const isMissed = due.now_ms - due.due_ms > Math.max(this.#interval_ms, MISSED_MS);
    if (isMissed || due.is_paused || this.#busy.has(due.service_id)) return;
    const check = this.#check(due, claimed)
      .catch((error) => log().error({ err: error, service_id: due.service_id }, "check failed"))
      .finally(() => this.#busy.delete(due.service_id));
    this.#busy.set(due.service_id, check);
  }

  async #check(due: DueCheck, claimed: number): Promise<void> {
    const leaveHost = await this.#hosts.enter(queueKeyOf(due));
    const leaveTenant = await this.#tenants.enter(String(due.organization_id));
    try {
      const at_ms = due.now_ms + performance.now() - claimed;
      const checked = await this.#withoutOwnFailures(due, await probe(checkOf(due)));
      delays.observe((at_ms - due.due_ms) / 1_000);
      this.#results.add({ due, checked, at_ms });
    } finally {
      leaveTenant();
      leaveHost();
    }
  }

  /** Discards a failure that may come from our own network. */
  async #withoutOwnFailures({ service_id }: DueCheck, checked: ProbeResult): Promise<ProbeResult> {
    const isDown = checked.outcome === "down";
    const at_ms = performance.now();
    this.#failing.record(service_id, isDown, at_ms);
    if (!isDown || !(mayBeOwnNetwork(checked.reason) || this.#failing.mostChecksFail(at_ms)))
      return checked;
    if (await this.#egress.isThere()) return checked;
    return { ...checked, outcome: "none", reason: "our_network", detail: null };
  }
}
