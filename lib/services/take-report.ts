import { authorize, type PageTarget } from "#lib/auth/authorize.ts";
import { type Context, systemContext } from "#lib/context.ts";
import { AppError, notFound } from "#lib/errors.ts";
import { findReported } from "#lib/services/queries.ts";
import type { Service } from "#lib/services/schema.ts";

/** The path of a report: a service's UUID is its secret, and anyone who knows it may report. */
type ReportTarget = PageTarget & {
  service_id: string;
  webhook_monitoring_service: NonNullable<Service["webhook_monitoring_service"]>;
};

/**
 * Takes what a monitoring service reports. None of their languages is understood yet.
 * @throws {AppError} `not_found` unless a service is monitored this way; `not_implemented`
 */
export async function takeReport(ctx: Context, target: ReportTarget): Promise<never> {
  const grant = await authorize(systemContext(ctx.db, "report"), "page.read", target);
  const { service_id, webhook_monitoring_service } = target;
  if (!(await findReported(ctx.db, grant, service_id, webhook_monitoring_service)))
    throw notFound();
  throw new AppError("not_implemented", "Reports of monitoring services are not supported yet");
}
