import type { Context } from "#lib/core/request/context.ts";
import { type Call, readCall } from "#lib/monitoring/reports/call.ts";
import { type InboxTarget, openInbox } from "#lib/monitoring/reports/inbox.ts";
import { noteReport, refusalOf } from "#lib/monitoring/reports/note-report.ts";
import { type Outcome, unclear } from "#lib/monitoring/reports/outcome.ts";
import type { Reported } from "#lib/monitoring/reports/queries.ts";
import { readByQuery } from "#lib/monitoring/reports/query.ts";
import type { Taken } from "#lib/monitoring/reports/schema.ts";
import { keptRecord, keptText } from "#lib/monitoring/reports/secrets.ts";
import { readStatusCake, readUptimeRobot } from "#lib/monitoring/reports/tools.ts";
import { JsonpathSettings, type Service } from "#lib/services/schema.ts";

type Kind = NonNullable<Service["webhook_monitoring_service"]>;
type Target = InboxTarget & { webhook_monitoring_service: Kind };

async function understand(
  kind: Kind,
  service: Reported,
  call: Call,
  whose: string,
): Promise<Outcome> {
  const { monitoring, webhook_monitoring_service: expected } = service;
  if (monitoring !== "webhook" || expected !== kind)
    return unclear("not_expected", monitoring === "webhook" ? expected : monitoring);
  if (kind === "status-cake") return readStatusCake(call);
  if (kind === "uptime-robot") return readUptimeRobot(call);
  const settings = JsonpathSettings.parse(service.webhook_custom_jsonpath_settings ?? {});
  return readByQuery(call, settings, whose);
}

function contentOf({ record }: Call, body: Buffer | undefined, secret: string): string {
  return record === undefined
    ? keptText(body?.toString("utf8", 0, 8_192) ?? "", secret)
    : keptRecord(record, secret);
}

/**
 * Takes what a monitoring tool reports of a service.
 * @throws {AppError} `not_found` unless a service has this address; `rate_limited`;
 *   `not_understood`, which is kept nevertheless
 */
export async function takeReport(
  ctx: Context,
  target: Target,
  { url, body }: { url: string; body: Buffer | undefined },
): Promise<Taken> {
  const inbox = await openInbox(ctx, target);
  const { grant, service } = inbox;
  const kind = target.webhook_monitoring_service;
  const call = await readCall(url, body);
  const outcome = await understand(kind, service, call, String(grant.organization_id));
  const content = contentOf(call, body, service.inbound_email_id);
  const changed = await noteReport(inbox, { source: "webhook", kind, content }, outcome);
  if (outcome.understood === null) throw refusalOf(outcome);
  return { understood: outcome.understood, changed };
}

/**
 * Keeps that a report was too large to be read.
 * @throws {AppError} `not_found` unless a service has this address; `rate_limited`
 */
export async function noteTooLarge(ctx: Context, target: Target): Promise<void> {
  const kind = target.webhook_monitoring_service;
  const inbox = await openInbox(ctx, target);
  await noteReport(inbox, { source: "webhook", kind, content: "" }, unclear("too_large"));
}
