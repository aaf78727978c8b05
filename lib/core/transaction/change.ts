import { isPageGone, type Trx } from "#db/index.ts";
import {
  checkGrant,
  type InvitationGrant,
  type OrganizationGrant,
  type PageGrant,
  type ProgramGrant,
  type UserGrant,
} from "#lib/core/access/authorize.ts";
import { type AuditEntry, audit } from "#lib/core/audit/queries.ts";
import { type EventDraft, enqueueDispatch, record } from "#lib/core/events/record.ts";
import { checkAtHome, type Owned } from "#lib/core/moves/queries.ts";
import type { Context } from "#lib/core/request/context.ts";
import { announce, newChangeId, type Withdrawn } from "#lib/core/transaction/announce.ts";
import {
  type NonEmptyEvents,
  type Outcome,
  type ProgramEntry,
  type SilentGrant,
  Unchanged,
} from "#lib/core/transaction/outcome.ts";
import {
  type LockedPage,
  lockOrganizationOf,
  lockPage,
  notifyAccessChanged,
  notifyPageChanged,
  recordWithdrawal,
} from "#lib/core/transaction/queries.ts";
import { announceAfterCommit, runWork, transact } from "#lib/core/transaction/transact.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

async function writePage(
  ctx: Context,
  trx: Trx,
  grant: PageGrant,
  { audit: entry, events }: { audit: AuditEntry | null; events: readonly EventDraft[] },
): Promise<void> {
  const recorded = await record(trx, grant, events);
  await Promise.all([enqueueDispatch(trx, recorded), entry && audit(trx, ctx, grant, entry)]);
}

// Every other permission can change who sees what.
const KEEPING_ACCESS: readonly PageGrant["permission"][] = [
  "incident.write",
  "incident_type.write",
  "metric.write",
  "uptime.write",
];

function accessAfter({ permission }: PageGrant): "access" | "same" {
  return KEEPING_ACCESS.includes(permission) ? "same" : "access";
}

type Withdraw = (what: Exclude<Withdrawn, "nothing">) => void;

type PageWork<T, Events, Read> = (
  trx: Trx,
  page: LockedPage,
  withdraw: Withdraw,
  read: Read,
) => Promise<Outcome<T, AuditEntry, Events>>;

/**
 * Runs a verb that changes what a page shows: one transaction, one writer per page. Drops every
 * cached copy right after the commit; a withdrawal also drops the copies kept for outages.
 * @param behind the work's first reads, sent together with the page's lock
 */
export async function changePage<T, Read = undefined>(
  ctx: Context,
  grant: SilentGrant,
  work: PageWork<T, readonly EventDraft[], Read>,
  behind?: (trx: Trx) => Promise<Read>,
): Promise<T>;
export async function changePage<T, Read = undefined>(
  ctx: Context,
  grant: PageGrant,
  work: PageWork<T, NonEmptyEvents, Read>,
  behind?: (trx: Trx) => Promise<Read>,
): Promise<T>;
export async function changePage<T, Read>(
  ctx: Context,
  grant: PageGrant,
  work: PageWork<T, readonly EventDraft[], Read>,
  behind: (trx: Trx) => Promise<Read> = async () => undefined as Read,
): Promise<T> {
  checkGrant(grant);
  const { status_page_id } = grant;
  const access = accessAfter(grant);
  const id = newChangeId();
  const done = await transact(ctx, async (trx) => {
    const [page, read] = await Promise.all([
      lockPage(trx, grant),
      behind(trx),
      checkAtHome(ctx, trx, grant),
    ]);
    const taken: { withdrawn: Withdrawn } = { withdrawn: "nothing" };
    const withdraw: Withdraw = (withdrawn) => Object.assign(taken, { withdrawn });
    const outcome = await runWork(
      ctx,
      trx,
      () => work(trx, page, withdraw, read),
      async (changed) => {
        await Promise.all([
          writePage(ctx, trx, grant, changed),
          taken.withdrawn !== "nothing" && recordWithdrawal(trx, grant, wireNow()),
          notifyPageChanged(trx, status_page_id, { ...taken, access, id }),
        ]);
      },
    );
    return { outcome, ...taken };
  });
  if (done instanceof Unchanged) return done.result as T;
  const { outcome, withdrawn } = done;
  if (outcome instanceof Unchanged) return outcome.result;
  const change = { status_page_id, withdrawn };
  await announce({ id, change, access: access === "access" ? { status_page_id } : null });
  return outcome.result;
}

/** A caller who asked for a permission leaves an audit entry; a job may leave none. */
type AuditOf<G extends PageGrant> = null extends G["permission"] ? AuditEntry | null : AuditEntry;

/**
 * Runs a verb on what belongs to a page and shows on none; drops no cached copy. It runs in the
 * context's transaction, if that has one. The audit entry is
 * null only where no person acted.
 * @throws {AppError} `not_found` when the page is deleted meanwhile
 * @throws {Moving} @throws {Moved}
 */
export async function changeRecords<T, G extends PageGrant>(
  ctx: Context,
  grant: G,
  work: (trx: Trx) => Promise<Outcome<T, AuditOf<G>, readonly EventDraft[]>>,
): Promise<T> {
  checkGrant(grant);
  const change = async (trx: Trx) => {
    await checkAtHome(ctx, trx, grant);
    // The second of two callers that read the same version must find it changed.
    if (ctx.precondition) await lockPage(trx, grant);
    return runWork(
      ctx,
      trx,
      () => work(trx),
      (changed) => writePage(ctx, trx, grant, changed),
    );
  };
  const changing = ctx.db.isTransaction ? change(ctx.db as Trx) : transact(ctx, change);
  const { result } = await changing.catch((error) => {
    throw isPageGone(error) ? notFound() : error;
  });
  return result as T;
}

type Unpaged = { ctx: Context; lock?: (trx: Trx) => Promise<void>; of?: Owned };

async function changeUnpaged<T, Audit extends AuditEntry>(
  { ctx, lock, of }: Unpaged,
  work: (trx: Trx) => Promise<Outcome<T, Audit>>,
  write: (trx: Trx, entry: Audit) => Promise<void>,
): Promise<Outcome<T, Audit>> {
  const change = async (trx: Trx) => {
    if (of) await checkAtHome(ctx, trx, of);
    if (ctx.precondition) await lock?.(trx);
    return runWork(
      ctx,
      trx,
      () => work(trx),
      (changed) => write(trx, changed.audit),
    );
  };
  if (ctx.db.isTransaction) return change(ctx.db as Trx);
  return (await transact(ctx, change)) as Outcome<T, Audit>;
}

/**
 * Runs a verb on an organization or user, in the context's transaction if it has one. All processes
 * forget what they remember of access there.
 */
export async function changeOrganization<T>(
  ctx: Context,
  grant: OrganizationGrant | UserGrant | InvitationGrant,
  work: (trx: Trx) => Promise<Outcome<T, AuditEntry>>,
): Promise<T> {
  checkGrant(grant);
  const id = newChangeId();
  const scope =
    "user_id" in grant ? { user_id: grant.user_id } : { organization_id: grant.organization_id };
  const lock = async (trx: Trx) => {
    if ("organization_id" in grant) await lockOrganizationOf(trx, grant);
  };
  const outcome = await changeUnpaged({ ctx, lock, of: grant }, work, async (trx, entry) => {
    await audit(trx, ctx, grant, entry);
    await notifyAccessChanged(trx, scope, id);
  });
  if (!(outcome instanceof Unchanged))
    await announceAfterCommit(ctx, { id, change: null, access: scope });
  return outcome.result;
}

export async function changeInstallation<T>(
  ctx: Context,
  grant: ProgramGrant,
  work: (trx: Trx) => Promise<Outcome<T, ProgramEntry>>,
): Promise<T> {
  checkGrant(grant);
  const outcome = await changeUnpaged({ ctx }, work, (trx, { grant: within, ...entry }) =>
    audit(trx, ctx, within, entry),
  );
  return outcome.result;
}
