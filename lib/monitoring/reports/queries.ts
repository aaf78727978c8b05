import { type Selectable, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { ServiceReports } from "#db/types.ts";
import type { PageGrant, ProgramGrant } from "#lib/core/access/authorize.ts";
import type { ServiceReport } from "#lib/monitoring/reports/schema.ts";
import { notFound } from "#lib/platform/errors/errors.ts";
import type { MonitoringTool } from "#lib/services/monitoring-tools.ts";

const MAX_REPORTS = 20;

export type ReportedService = {
  id: number;
  name: string;
  inbound_email_id: string;
  monitoring: string | null;
  webhook_monitoring_service: string | null;
  webhook_custom_jsonpath_settings: unknown;
  monitoring_options: unknown;
  heartbeat: unknown;
  count_warnings: boolean;
};

const REPORTED = [
  "id",
  "name",
  "inbound_email_id",
  "monitoring",
  "webhook_monitoring_service",
  "webhook_custom_jsonpath_settings",
  "monitoring_options",
  "heartbeat",
  "count_warnings",
] as const;

export async function findReportedService(
  db: Db,
  grant: PageGrant,
  inboundId: string,
): Promise<ReportedService | undefined> {
  return db
    .selectFrom("services")
    .select(REPORTED)
    .where("status_page_id", "=", grant.status_page_id)
    .where("inbound_email_id", "=", inboundId)
    .executeTakeFirst();
}

export async function listServicesOfTool(
  db: Db,
  grant: PageGrant,
  tool: MonitoringTool,
): Promise<ReportedService[]> {
  return db
    .selectFrom("services")
    .select(REPORTED)
    .where("status_page_id", "=", grant.status_page_id)
    .where("monitoring", "=", "webhook")
    .where("webhook_monitoring_service", "=", tool)
    .orderBy("id")
    .execute();
}

export async function findPageOfService(
  db: Db,
  _grant: ProgramGrant,
  inboundId: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom("services")
    .select("status_page_id")
    .where("inbound_email_id", "=", inboundId)
    .executeTakeFirst();
  return row?.status_page_id;
}

/** Keeps the service from being deleted until the transaction ends. */
export async function lockReportedService(
  trx: Trx,
  grant: PageGrant,
  serviceId: number,
): Promise<Pick<ReportedService, "monitoring"> | undefined> {
  return trx
    .selectFrom("services")
    .select("monitoring")
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", serviceId)
    .forKeyShare()
    .executeTakeFirst();
}

/** @throws {AppError} `not_found` */
export async function getAlertToken(db: Db, { status_page_id }: PageGrant) {
  const row = await db
    .selectFrom("status_pages")
    .select(["alert_address_version", "alert_token_sealed"])
    .where("id", "=", status_page_id)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export async function incrementAlertAddressVersion(
  trx: Trx,
  { status_page_id }: PageGrant,
): Promise<void> {
  await trx
    .updateTable("status_pages")
    .set({
      alert_address_version: sql<number>`alert_address_version + 1`,
      alert_token_sealed: null,
    })
    .where("id", "=", status_page_id)
    .execute();
}

export type ReportRow = Omit<Selectable<ServiceReports>, "source" | "understood"> &
  Pick<ServiceReport, "source" | "understood">;
type NewReport = Omit<ReportRow, "id" | "status_page_id">;

/** Not "is not distinct from", which reads past the index. */
function ofService(id: number | null) {
  return id === null ? sql<boolean>`service_id is null` : sql<boolean>`service_id = ${id}`;
}

/** Keeps the newest reports of the service, or of no service, and those that opened its open alerts. */
export async function insertReport(
  trx: Trx,
  { status_page_id }: PageGrant,
  report: NewReport,
): Promise<number> {
  const { id } = await trx
    .insertInto("service_reports")
    .values({ status_page_id, ...report })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`
    delete from service_reports where status_page_id = ${status_page_id} and id in (
      select id from service_reports
      where status_page_id = ${status_page_id} and ${ofService(report.service_id)}
      order by id desc offset ${MAX_REPORTS})
    and not exists (select from service_alerts as a where a.status_page_id = ${status_page_id}
      and a.service_id = ${report.service_id} and a.report_id = service_reports.id and a.is_open)
    `.execute(trx);
  return id;
}

export async function listReportRows(
  db: Db,
  grant: PageGrant,
  serviceId: number | null,
): Promise<ReportRow[]> {
  return db
    .selectFrom("service_reports")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .where(ofService(serviceId))
    .orderBy("id", "desc")
    .limit(MAX_REPORTS)
    .$castTo<ReportRow>()
    .execute();
}
