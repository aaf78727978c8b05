import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { closeAlert, listOpenAlertRows } from "#lib/monitoring/alerts/queries.ts";
import type { OpenAlert } from "#lib/monitoring/alerts/schema.ts";
import { recordAlertState } from "#lib/monitoring/alerts/settle-alerts.ts";
import { lockMonitor } from "#lib/monitoring/verdicts/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors/errors.ts";
import { getServiceRow } from "#lib/services/queries.ts";
import type { ServiceTarget } from "#lib/services/read.ts";

/** The oldest first. @throws {AppError} `not_found`, `forbidden` */
export async function listOpenAlerts(ctx: Context, target: ServiceTarget): Promise<OpenAlert[]> {
  const grant = await authorize(ctx, "page.read", target);
  const { id } = await getServiceRow(ctx.db, grant, target.service_id);
  return listOpenAlertRows(ctx.db, grant, id);
}

/**
 * Closes an alert whose end its tool does not report. The tool may open it again.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function closeOpenAlert(
  ctx: Context,
  target: ServiceTarget & { alert_id: number },
): Promise<void> {
  const grant = await authorize(ctx, "service.write", target);
  const { id: service_id } = await getServiceRow(ctx.db, grant, target.service_id);
  const watched = { status_page_id: grant.status_page_id, service_id };
  await changeRecords(ctx, grant, async (trx) => {
    await lockMonitor(trx, watched);
    const closed = await closeAlert(trx, watched, target.alert_id);
    if (!closed) throw notFound();
    await recordAlertState(trx, watched, { source: closed.source, since: wireNow() });
    const changes = { detail: closed.detail };
    const audit = { action: "service.close_alert", subject_id: service_id, changes };
    return { result: undefined, audit, events: [] };
  });
}
