import type { Trx } from "#db/index.ts";
import {
  authorize,
  authorizeJob,
  authorizeProgram,
  type PageGrant,
} from "#lib/core/access/authorize.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { consume } from "#lib/core/throttle/form-limits.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { lockAlerts, settleAlerts } from "#lib/monitoring/alerts/settle-alerts.ts";
import {
  findPageOfService,
  findReportedService,
  insertReport,
  lockReportedService,
  type ReportedService,
} from "#lib/monitoring/reports/queries.ts";
import {
  type Interpretation,
  NEITHER_REASONS,
  type NotUnderstood,
  notUnderstood,
  type ReportedAlert,
  type ReportReceipt,
  reportedAlert,
  type ServiceReport,
} from "#lib/monitoring/reports/schema.ts";
import type { Watched } from "#lib/monitoring/verdicts/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { AppError, notFound } from "#lib/platform/errors/errors.ts";
import { translator } from "#lib/platform/i18n/translator.ts";

/** The UUID is the credential. */
export type InboxTarget = { subdomain: string; service_id: string };

export type Inbox = { ctx: Context; grant: PageGrant; service: ReportedService };

const LIMIT = { name: "reports of a service", most: 60, period_s: 60 };

async function checkRateLimit(ctx: Context, service: ReportedService): Promise<void> {
  const wait_s = await consume(ctx.db, LIMIT, String(service.id));
  if (wait_s > 0)
    throw new AppError("rate_limited", "Too many reports of this service", {}, wait_s);
}

/** @throws {AppError} `not_found` unless the page has a service of that UUID; `rate_limited` */
export async function openInbox(
  { db }: Context,
  { subdomain, service_id }: InboxTarget,
): Promise<Inbox> {
  const ctx = systemContext(db, "report");
  const grant = await authorize(ctx, "page.read", { subdomain });
  const service = await findReportedService(db, grant, service_id);
  if (!service) throw notFound();
  await checkRateLimit(ctx, service);
  return { ctx, grant, service };
}

export async function findInboxPage({ db }: Context, inboundId: string): Promise<number | null> {
  const program = authorizeProgram(systemContext(db, "report"));
  return (await findPageOfService(db, program, inboundId)) ?? null;
}

/** Like `openInbox`, for a mail. @returns null: no service has that address */
export async function openMailbox({ db }: Context, inboundId: string): Promise<Inbox | null> {
  const ctx = systemContext(db, "report");
  const page = await findInboxPage(ctx, inboundId);
  const grant = page === null ? undefined : await authorizeJob(ctx, page);
  const service = grant && (await findReportedService(db, grant, inboundId));
  if (!grant || !service) return null;
  await checkRateLimit(ctx, service);
  return { ctx, grant, service };
}

/**
 * Runs a change of the service, which stays locked.
 * @throws {AppError} `not_found` when it was deleted meanwhile; `conflict` when its kind of
 * monitoring changed
 */
export async function changeService<T>(
  { ctx, grant, service }: Inbox,
  work: (trx: Trx, watched: Watched) => Promise<T>,
): Promise<T> {
  const watched = { status_page_id: grant.status_page_id, service_id: service.id };
  return changeRecords(ctx, grant, async (trx) => {
    const locked = await lockReportedService(trx, grant, service.id);
    if (!locked) throw notFound();
    if (locked.monitoring !== service.monitoring)
      throw new AppError("conflict", "The service is watched in another way meanwhile");
    return { result: await work(trx, watched), audit: null, events: [] };
  });
}

type ReportContent = Pick<ServiceReport, "source" | "kind" | "content">;

/** @throws {AppError} `not_understood`, unless it rightly says neither up nor down */
export function requireUnderstood(outcome: Interpretation): void {
  if (outcome.understood === null && !NEITHER_REASONS.includes(outcome.reason))
    throw refusalOf(outcome);
}

export function receiptOf({ understood, reason }: Interpretation, changed: boolean): ReportReceipt {
  return understood === null ? { understood, changed, reason } : { understood, changed };
}

/** Its alerts, else the one of the address. */
function alertsIn({ understood, detail, alerts }: Interpretation): readonly ReportedAlert[] {
  if (alerts) return alerts;
  if (understood !== "up" && understood !== "down") return [];
  return [reportedAlert(understood, { detail })];
}

/**
 * Saves a report, and settles its alerts.
 * @param also is done in the same transaction
 * @returns what was understood, and whether the state of the service is new
 */
export async function recordReport(
  inbox: Inbox,
  report_content: ReportContent,
  outcome: Interpretation,
  also?: (trx: Trx, watched: Watched) => Promise<void>,
): Promise<{ outcome: Interpretation; changed: boolean }> {
  const received_at = wireNow();
  const { source } = report_content;
  const alerts = alertsIn(outcome);
  return changeService(inbox, async (trx, watched) => {
    const said = { source, received_at };
    const fresh = alerts.length > 0 ? await lockAlerts(trx, watched, said, alerts) : [];
    const isLate = alerts.length > 0 && fresh.length === 0;
    const taken = isLate ? notUnderstood("outdated", outcome.detail) : outcome;
    const { understood, reason, detail } = taken;
    const refusal = understood === null ? reason : null;
    const report = { ...report_content, received_at, understood, reason: refusal, detail };
    const id = await insertReport(trx, inbox.grant, { ...report, service_id: watched.service_id });
    await also?.(trx, watched);
    const isSettled = fresh.length > 0;
    const settled = { id, ...said, reason: "reported" };
    const changed = isSettled && (await settleAlerts(trx, watched, settled, fresh));
    return { outcome: taken, changed };
  });
}

export function refusalOf({ reason, detail }: NotUnderstood): AppError {
  const t = translator("en");
  const sentence = t(`admin_reports.reason.${reason}`);
  const said = detail ? t("joined.note", { name: sentence, note: detail }) : sentence;
  return new AppError("not_understood", said);
}
