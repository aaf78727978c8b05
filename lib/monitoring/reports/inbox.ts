import type { Trx } from "#db/index.ts";
import {
  authorize,
  authorizeJob,
  authorizeProgram,
  type PageGrant,
} from "#lib/core/access/authorize.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { consume } from "#lib/core/throttle/rate-limit.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import {
  findPageOfReported,
  findReported,
  holdService,
  type Reported,
} from "#lib/monitoring/reports/queries.ts";
import type { Watched } from "#lib/monitoring/verdicts/queries.ts";
import { AppError, notFound } from "#lib/platform/errors/errors.ts";

/** Where a service's reports arrive: whoever knows its UUID may report. */
export type InboxTarget = { subdomain: string; service_id: string };

export type Inbox = { ctx: Context; grant: PageGrant; service: Reported };

const LIMIT = { name: "reports of a service", most: 60, period_s: 60 };

async function takeTurn(ctx: Context, service: Reported): Promise<void> {
  const wait_s = await consume(ctx.db, LIMIT, String(service.id));
  if (wait_s > 0)
    throw new AppError("rate_limited", "Too many reports of this service", {}, wait_s);
}

/**
 * Lets a report in.
 * @throws {AppError} `not_found` unless the page has a service of that UUID; `rate_limited`: it was
 *   told about too often
 */
export async function openInbox(
  { db }: Context,
  { subdomain, service_id }: InboxTarget,
): Promise<Inbox> {
  const ctx = systemContext(db, "report");
  const grant = await authorize(ctx, "page.read", { subdomain });
  const service = await findReported(db, grant, service_id);
  if (!service) throw notFound();
  await takeTurn(ctx, service);
  return { ctx, grant, service };
}

/** The page whose service has this UUID, of which a mail knows no more. */
export async function findInboxPage({ db }: Context, inboundId: string): Promise<number | null> {
  const program = authorizeProgram(systemContext(db, "report"));
  return (await findPageOfReported(db, program, inboundId)) ?? null;
}

/** As `openInbox` does, for a mail. @returns null: nobody has that address */
export async function openMailbox({ db }: Context, inboundId: string): Promise<Inbox | null> {
  const ctx = systemContext(db, "report");
  const page = await findInboxPage(ctx, inboundId);
  const grant = page === null ? undefined : await authorizeJob(ctx, page);
  const service = grant && (await findReported(db, grant, inboundId));
  if (!grant || !service) return null;
  await takeTurn(ctx, service);
  return { ctx, grant, service };
}

/**
 * Records something about the service.
 * @throws {AppError} `not_found` when it is gone meanwhile; `conflict`: it is watched in another way
 */
export async function recordIn<T>(
  { ctx, grant, service }: Inbox,
  work: (trx: Trx, watched: Watched) => Promise<T>,
): Promise<T> {
  const watched = { status_page_id: grant.status_page_id, service_id: service.id };
  return changeRecords(ctx, grant, async (trx) => {
    const held = await holdService(trx, grant, service.id);
    if (!held) throw notFound();
    if (held.monitoring !== service.monitoring)
      throw new AppError("conflict", "The service is watched in another way meanwhile");
    return { result: await work(trx, watched), audit: null, events: [] };
  });
}
