import { type Selectable, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { ServiceReports } from "#db/types.ts";
import type { PageGrant, ProgramGrant } from "#lib/core/access/authorize.ts";
import type { ServiceReport } from "#lib/monitoring/reports/schema.ts";

const KEPT_REPORTS = 20;

/** A service at whose address something arrived. */
export type Reported = {
  id: number;
  inbound_email_id: string;
  monitoring: string | null;
  webhook_monitoring_service: string | null;
  webhook_custom_jsonpath_settings: unknown;
  monitoring_options: unknown;
  heartbeat: unknown;
};

const REPORTED = [
  "id",
  "inbound_email_id",
  "monitoring",
  "webhook_monitoring_service",
  "webhook_custom_jsonpath_settings",
  "monitoring_options",
  "heartbeat",
] as const;

/** The service of the page with this inbound id. */
export async function findReported(
  db: Db,
  grant: PageGrant,
  inboundId: string,
): Promise<Reported | undefined> {
  return db
    .selectFrom("services")
    .select(REPORTED)
    .where("status_page_id", "=", grant.status_page_id)
    .where("inbound_email_id", "=", inboundId)
    .executeTakeFirst();
}

/** The page of the service with this inbound id. */
export async function findPageOfReported(
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

/** Holds the service until the transaction ends. @returns undefined when it is gone */
export async function holdService(
  trx: Trx,
  grant: PageGrant,
  serviceId: number,
): Promise<Pick<Reported, "monitoring"> | undefined> {
  return trx
    .selectFrom("services")
    .select("monitoring")
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", serviceId)
    .forKeyShare()
    .executeTakeFirst();
}

export type ReportRow = Omit<Selectable<ServiceReports>, "source" | "understood"> &
  Pick<ServiceReport, "source" | "understood">;
type NewReport = Omit<ReportRow, "id" | "status_page_id">;

/** Notes a report; of a service only the last ones stay. */
export async function insertReport(
  trx: Trx,
  { status_page_id }: PageGrant,
  report: NewReport,
): Promise<void> {
  await trx
    .insertInto("service_reports")
    .values({ status_page_id, ...report })
    .execute();
  await sql`
    delete from service_reports where status_page_id = ${status_page_id} and id in (
      select id from service_reports
      where status_page_id = ${status_page_id} and service_id = ${report.service_id}
      order by id desc offset ${KEPT_REPORTS})`.execute(trx);
}

/** What arrived last for a service, newest first. */
export async function listReportRows(
  db: Db,
  grant: PageGrant,
  serviceId: number,
): Promise<ReportRow[]> {
  return db
    .selectFrom("service_reports")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .where("service_id", "=", serviceId)
    .orderBy("id", "desc")
    .limit(KEPT_REPORTS)
    .$castTo<ReportRow>()
    .execute();
}
