import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { type Call, readCall } from "#lib/monitoring/reports/call.ts";
import {
  type InboxTarget,
  openInbox,
  receiptOf,
  recordReport,
  requireUnderstood,
} from "#lib/monitoring/reports/inbox.ts";
import {
  listReportRows,
  type ReportedService,
  type ReportRow,
} from "#lib/monitoring/reports/queries.ts";
import { readByJsonpath } from "#lib/monitoring/reports/read-by-jsonpath.ts";
import {
  type Interpretation,
  notUnderstood,
  type ReportReceipt,
  type ServiceReport,
} from "#lib/monitoring/reports/schema.ts";
import { redactRecord, redactText } from "#lib/monitoring/reports/secrets.ts";
import { answerSubscription } from "#lib/monitoring/reports/sns.ts";
import { readByTool } from "#lib/monitoring/tools/read-by-tool.ts";
import { getServiceRow } from "#lib/services/queries.ts";
import type { ServiceTarget } from "#lib/services/read.ts";
import { JsonpathSettings, type Service } from "#lib/services/schema.ts";

type Kind = NonNullable<Service["webhook_monitoring_service"]>;
type Target = InboxTarget & { webhook_monitoring_service: Kind };

async function understand(
  kind: Kind,
  service: ReportedService,
  call: Call,
  tenant: string,
): Promise<Interpretation> {
  const { monitoring, webhook_monitoring_service: expected } = service;
  if (monitoring !== "webhook" || expected !== kind)
    return notUnderstood("not_expected", monitoring === "webhook" ? expected : monitoring);
  if (call.subscription) return answerSubscription(call.subscription);
  if (kind !== "custom-jsonpath") return readByTool(kind, call, service);
  const settings = JsonpathSettings.parse(service.webhook_custom_jsonpath_settings ?? {});
  return readByJsonpath(call, settings, tenant);
}

export function contentOf(
  { record, is_text }: Call,
  body: Buffer | undefined,
  secret: string,
): string {
  return record === undefined || is_text
    ? redactText(body?.toString("utf8", 0, 8_192) ?? "", secret)
    : redactRecord(record, secret);
}

/**
 * Receives a report of a monitoring tool.
 * @throws {AppError} `not_found` unless a service has this address; `rate_limited`;
 * `not_understood`, although the report is saved
 */
export async function receiveReport(
  ctx: Context,
  target: Target,
  { url, body }: { url: string; body: Buffer | undefined },
): Promise<ReportReceipt> {
  const inbox = await openInbox(ctx, target);
  const { grant, service } = inbox;
  const kind = target.webhook_monitoring_service;
  const call = await readCall(url, body);
  const read = await understand(kind, service, call, String(grant.organization_id));
  const content = contentOf(call, body, service.inbound_email_id);
  const report = { source: "webhook" as const, kind, content };
  const { outcome, changed } = await recordReport(inbox, report, read);
  requireUnderstood(outcome);
  return receiptOf(outcome, changed);
}

/** @throws {AppError} `not_found` unless a service has this address; `rate_limited` */
export async function recordTooLarge(ctx: Context, target: Target): Promise<void> {
  const kind = target.webhook_monitoring_service;
  const inbox = await openInbox(ctx, target);
  await recordReport(inbox, { source: "webhook", kind, content: "" }, notUnderstood("too_large"));
}

export function serializeReport(row: ReportRow): ServiceReport {
  const { id, received_at, source, kind, understood, reason, detail, content } = row;
  return { id, received_at, source, kind, understood, reason, detail, content };
}

/**
 * The latest reports of a service, newest first.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function listReports(ctx: Context, target: ServiceTarget): Promise<ServiceReport[]> {
  const grant = await authorize(ctx, "page.read", target);
  const { id } = await getServiceRow(ctx.db, grant, target.service_id);
  return (await listReportRows(ctx.db, grant, id)).map(serializeReport);
}
