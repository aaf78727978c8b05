import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { listReportRows, type ReportRow } from "#lib/monitoring/reports/queries.ts";
import type { ServiceReport } from "#lib/monitoring/reports/schema.ts";
import { getServiceRow } from "#lib/services/queries.ts";
import type { ServiceTarget } from "#lib/services/read.ts";

function serialize(row: ReportRow): ServiceReport {
  const { id, received_at, source, kind, understood, reason, detail, content } = row;
  return { id, received_at, source, kind, understood, reason, detail, content };
}

/**
 * What monitoring tools and mails last said of a service, newest first, with why it was not
 * understood.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function listReports(ctx: Context, target: ServiceTarget): Promise<ServiceReport[]> {
  const grant = await authorize(ctx, "page.read", target);
  const { id } = await getServiceRow(ctx.db, grant, target.service_id);
  return (await listReportRows(ctx.db, grant, id)).map(serialize);
}
