import { isConflict, isDatabaseLost } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import type { ProbeResult } from "#lib/monitoring/checks/check.ts";
import { type CheckState, step } from "#lib/monitoring/checks/confirm.ts";
import { type DueCheck, type StateRow, updateStates } from "#lib/monitoring/checks/queries.ts";
import { recordVerdict } from "#lib/monitoring/verdicts/record.ts";
import { toWire } from "#lib/platform/clock.ts";
import { log } from "#lib/platform/log.ts";
import { type CheckResult, insertResults } from "#lib/services/check-history/queries.ts";

/** `at_ms`: start, since the epoch. */
type CompletedCheck = { due: DueCheck; checked: ProbeResult; at_ms: number };

const BATCH = 500;
// Older results are dropped while the database is unavailable.
const MAX_PENDING = 20_000;

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

function resultOf({ due, checked, at_ms }: CompletedCheck): CheckResult {
  const { status_page_id, service_id } = due;
  const { outcome, reason, status, response_ms } = checked;
  const checked_at = new Date(at_ms).toISOString();
  return { status_page_id, service_id, checked_at, outcome, reason, status, response_ms };
}

function stateOf({ is_up, since_ms, doubts, doubted_ms, last_doubt_ms }: DueCheck): CheckState {
  return { is_up, since_ms, doubts, doubted_ms, last_doubt_ms };
}

type Next = {
  completed: CompletedCheck;
  row: StateRow;
  verdict: ReturnType<typeof step>["verdict"];
};

/** The changed state; null: nothing changed. */
function nextOf(completed: CompletedCheck, interval_ms: number): Next | null {
  const { due, checked, at_ms } = completed;
  const { state, verdict, again } = step(
    stateOf(due),
    { ...checked, at_ms },
    { ...due, interval_ms },
  );
  const ends_ms = checked.certificate_ends_at?.getTime() ?? due.certificate_ends_ms;
  const isRenewed = ends_ms !== due.certificate_ends_ms;
  const isSame = state.doubts === due.doubts && state.last_doubt_ms === due.last_doubt_ms;
  if (!verdict && !again && isSame && !isRenewed) return null;
  const soon_ms = (interval_ms / 6) * (1 + Math.random());
  const { ping_url, monitoring_options, expected_statuses } = due;
  const row = {
    status_page_id: due.status_page_id,
    service_id: due.service_id,
    asked: { ping_url, monitoring_options, expected_statuses },
    old_is_up: due.is_up,
    old_doubts: due.doubts,
    doubts: state.doubts,
    doubted_at: iso(state.doubted_ms),
    last_doubt_at: iso(state.last_doubt_ms),
    certificate_ends_at: iso(ends_ms),
    again_in_ms: again ? Math.round(soon_ms) : null,
  };
  return { completed, row, verdict };
}

async function writeStates(ctx: Context, changes: readonly Next[]): Promise<void> {
  if (changes.length === 0) return;
  const grant = authorizeProgram(ctx);
  await ctx.db.transaction().execute(async (trx) => {
    const written = await updateStates(
      trx,
      grant,
      changes.map(({ row }) => row),
    );
    for (const { completed, verdict } of changes) {
      const { due, checked } = completed;
      if (!verdict || !written.has(due.service_id)) continue;
      const { reason, detail } = checked;
      const since = toWire(new Date(verdict.since_ms));
      const told = { is_up: verdict.is_up, since, source: "check" as const, reason, detail };
      await recordVerdict(trx, due, told);
    }
  });
}

export class Results {
  readonly #ctx: Context;
  readonly #interval_ms: number;
  #pending: CompletedCheck[] = [];
  #writing: Promise<void> | undefined;

  constructor(ctx: Context, interval_ms: number) {
    this.#ctx = ctx;
    this.#interval_ms = interval_ms;
  }

  add(completed: CompletedCheck): void {
    this.#pending.push(completed);
    if (this.#pending.length > MAX_PENDING) this.#pending.shift();
  }

  /** Never rejects. */
  write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#pending.length > 0) {
      const batch = this.#pending.splice(0, BATCH);
      try {
        await this.#writeBatch(batch);
      } catch (error) {
        if (isDatabaseLost(error) || isConflict(error)) this.#pending.unshift(...batch);
        else log().error({ err: error }, "storing check results failed");
        return;
      }
    }
  }

  async #writeBatch(batch: readonly CompletedCheck[]): Promise<void> {
    const changes = batch.flatMap((completed) => nextOf(completed, this.#interval_ms) ?? []);
    await writeStates(this.#ctx, changes);
    await insertResults(this.#ctx.db, authorizeProgram(this.#ctx), batch.map(resultOf));
  }
}
