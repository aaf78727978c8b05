import { isDeepStrictEqual } from "node:util";
import type { Trx } from "#db/index.ts";
import { authorizeJob, authorizeProgram, type PageGrant } from "#lib/core/access/authorize.ts";
import { merged } from "#lib/core/fields/json.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage, changeRecords } from "#lib/core/transaction/change.ts";
import { unchanged } from "#lib/core/transaction/outcome.ts";
import { lockPage } from "#lib/core/transaction/queries.ts";
import { releaseCertificate } from "#lib/domains/certificates/queries.ts";
import type { ConfigFields, DriverState } from "#lib/domains/driver.ts";
import { type DueDomain, lockClaimed, saveStep } from "#lib/domains/queries.ts";
import { releaseFailedName } from "#lib/pages/domain-claims.queries.ts";
import type { DomainConfig } from "#lib/pages/domain-config.ts";
import { domainStatusChange } from "#lib/pages/domain-event.ts";
import { type StatusPageRow, updateStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { DAY_SECONDS } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

export type Step =
  | {
      kind: "waiting" | "active";
      state: DriverState;
      fields: Partial<ConfigFields>;
      again_ms: number;
    }
  | {
      kind: "failed";
      state: DriverState;
      fields: Partial<ConfigFields>;
      error: string;
      isExpired?: true;
    }
  | { kind: "postponed"; state: DriverState; trouble: string; again_ms: number };

const FIRST_S = 600;
const SECOND_MS = 1_000;
const GIVEN_UP_S = 7 * DAY_SECONDS;
const LONGEST_ATTEMPT_PAUSE_MS = 600_000;
const FIRST_PAUSE_MS = 3_000;

/** 3 s to 10 min. */
export function pauseAfter(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempts, 20), LONGEST_ATTEMPT_PAUSE_MS);
}

/** Slows checks down: every 10 s after ten minutes, every minute after a day. */
function paced(again_ms: number, age_s: number): number {
  if (age_s < FIRST_S) return again_ms;
  return Math.max(again_ms, (age_s < DAY_SECONDS ? 10 : 60) * SECOND_MS);
}

/** Fails a set-up after seven days. */
export function withDeadline(due: Pick<DueDomain, "phase" | "age_s">, step: Step): Step {
  const isOpen = step.kind === "waiting" || step.kind === "postponed";
  if (!isOpen || due.phase !== "configuring" || due.age_s < GIVEN_UP_S) return step;
  const reason =
    step.kind === "postponed" ? step.trouble : "the DNS records do not lead to this page.";
  const error = `It could not be set up within seven days: ${reason}`;
  const fields = step.kind === "postponed" ? {} : step.fields;
  const state = { ...step.state, has_failed: true };
  return { kind: "failed", state, fields, error, isExpired: true };
}

/** An active domain stays active while it works. */
function configAfter(config: DomainConfig, step: Step): DomainConfig {
  if (step.kind === "postponed") return config;
  const fields = { ...config, ...step.fields };
  if (step.kind === "failed")
    return { ...fields, status: "failed_to_configure", error: step.error };
  return step.kind === "active" ? { ...fields, status: "active", error: null } : fields;
}

type Settled = { due: DueDomain; by: string; step: Step };

const LONGEST_PAUSE_MS = DAY_SECONDS * 1_000;

function pauseOf({ due, step }: Settled): number {
  if (step.kind === "failed") return 0;
  if (step.kind === "waiting" && due.phase === "configuring")
    return paced(step.again_ms, due.age_s);
  return Math.min(step.again_ms, LONGEST_PAUSE_MS);
}

async function write(ctx: Context, settled: Settled): Promise<void> {
  const { due, by, step } = settled;
  const isPostponed = step.kind === "postponed";
  await saveStep(ctx.db, authorizeProgram(ctx), {
    due,
    by,
    state: step.state,
    trouble: isPostponed ? step.trouble : null,
    attempts: isPostponed ? due.attempts + 1 : 0,
    again_ms: pauseOf(settled),
  });
}

type Locked = { ctx: Context; trx: Trx; grant: PageGrant; settings: unknown };
type Change = { row: StatusPageRow; before: DomainConfig; after: DomainConfig };

/**
 * Applies a step to the page unless another domain was requested meanwhile.
 * @returns null when the page's domain is unchanged
 */
async function apply(
  { ctx, trx, grant, settings }: Locked,
  settled: Settled,
): Promise<Change | null> {
  const { due, by, step } = settled;
  const within = { ...ctx, db: trx };
  const claimed = await lockClaimed(trx, authorizeProgram(ctx), { id: due.id, by });
  if (!claimed) return null;
  const before = parseSettings(settings).domain_config;
  const isCurrent =
    claimed.phase === due.phase && claimed.asked === due.asked && before.domain === due.name;
  const after = isCurrent ? configAfter(before, step) : before;
  const isSame = isDeepStrictEqual(before, after);
  const row = isSame
    ? null
    : await updateStatusPageRow(trx, grant, {
        settings: merged(settings, { domain_config: after }) as StatusPageRow["settings"],
      });
  await write(within, settled);
  const isExpired = step.kind === "failed" && step.isExpired && isCurrent;
  if (isExpired && (await releaseFailedName(trx, grant, due.name)))
    await releaseCertificate(trx, due.name);
  return row && { row, before, after };
}

async function change(ctx: Context, grant: PageGrant, settled: Settled): Promise<void> {
  await changePage(ctx, grant, async (trx, { settings }, withdraw) => {
    const changed = await apply({ ctx, trx, grant, settings }, settled);
    if (!changed || changed.before.status === changed.after.status) return unchanged(undefined);
    const { row, before, after } = changed;
    // The former domain redirects to this one from now on.
    if (after.status === "active" && after.previous_domain !== null) withdraw("page");
    return { result: undefined, ...(await domainStatusChange(trx, grant, row, { before, after })) };
  });
}

async function note(ctx: Context, grant: PageGrant, settled: Settled): Promise<void> {
  await changeRecords(ctx, grant, async (trx) => {
    const { settings } = await lockPage(trx, grant);
    await apply({ ctx, trx, grant, settings }, settled);
    return { result: undefined, audit: null, events: [] };
  });
}

/** Saves a step, applies it to the page, and ends the claim. */
export async function settle(ctx: Context, settled: Settled): Promise<void> {
  const { due, step } = settled;
  const { status_page_id } = due;
  const grant = status_page_id === null ? undefined : await authorizeJob(ctx, status_page_id);
  if (!grant || due.phase === "leaving" || step.kind === "postponed") return write(ctx, settled);
  const isNews = step.kind === "failed" || (step.kind === "active" && due.phase === "configuring");
  const settling = isNews ? change(ctx, grant, settled) : note(ctx, grant, settled);
  await settling.catch((error) => {
    // The page was deleted meanwhile: the engine removes the domain.
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    return write(ctx, settled);
  });
}
