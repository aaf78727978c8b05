import { timingSafeEqual } from "node:crypto";
import { authorize, type PageGrant } from "#lib/core/access/authorize.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { consume } from "#lib/core/throttle/form-limits.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { alertToken } from "#lib/monitoring/reports/alert-address.ts";
import { type Call, readCall } from "#lib/monitoring/reports/call.ts";
import { receiptOf, recordReport, requireUnderstood } from "#lib/monitoring/reports/inbox.ts";
import {
  insertReport,
  listServicesOfTool,
  type ReportedService,
} from "#lib/monitoring/reports/queries.ts";
import { contentOf } from "#lib/monitoring/reports/receive-report.ts";
import {
  type AlertReceipt,
  type Interpretation,
  notUnderstood,
} from "#lib/monitoring/reports/schema.ts";
import { answerSubscription } from "#lib/monitoring/reports/sns.ts";
import { readByTool, worstOf } from "#lib/monitoring/tools/read-by-tool.ts";
import { TOOLS } from "#lib/monitoring/tools/registry.ts";
import type { Alert } from "#lib/monitoring/tools/tool.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { AppError, notFound } from "#lib/platform/errors/errors.ts";
import type { MonitoringTool } from "#lib/services/monitoring-tools.ts";

const LIMIT = { name: "alerts of a page", most: 120, period_s: 60 };

const plain = (text: string) => text.normalize("NFC").trim().toLowerCase();

function serviceOf(
  { service_id, names }: Alert,
  services: readonly ReportedService[],
): ReportedService | undefined {
  if (service_id) return services.find(({ id }) => String(id) === service_id);
  const wanted = names.map(plain);
  return wanted
    .map((name) => services.find((service) => plain(service.name) === name))
    .find((service) => service !== undefined);
}

type PageInbox = { ctx: Context; grant: PageGrant };
type Sent = { kind: MonitoringTool; content: string };

async function recordUnknown(
  { ctx, grant }: PageInbox,
  { kind, content }: Sent,
  { understood, reason, detail }: Interpretation,
): Promise<AlertReceipt> {
  const report = { received_at: wireNow(), source: "webhook" as const, kind, content, detail };
  const refusal = understood === null ? reason : null;
  await changeRecords(ctx, grant, async (trx) => {
    await insertReport(trx, grant, { ...report, understood, reason: refusal, service_id: null });
    return { result: null, audit: null, events: [] };
  });
  return { service_id: null, understood, changed: false, ...(refusal && { reason: refusal }) };
}

async function recordOfService(
  inbox: PageInbox,
  sent: Sent,
  service: ReportedService,
  read: Interpretation,
): Promise<AlertReceipt> {
  const report = { source: "webhook" as const, ...sent };
  const { outcome, changed } = await recordReport({ ...inbox, service }, report, read);
  return { service_id: service.id, ...receiptOf(outcome, changed) };
}

async function recordAlerts(
  inbox: PageInbox,
  sent: Sent,
  alerts: readonly Alert[],
): Promise<AlertReceipt[]> {
  const { ctx, grant } = inbox;
  const services = await listServicesOfTool(ctx.db, grant, sent.kind);
  const byService = Map.groupBy(alerts, (alert) => serviceOf(alert, services));
  const every = { count_warnings: true };
  const taken: AlertReceipt[] = [];
  for (const [service, own] of byService) {
    const outcome = worstOf(own, service ?? every);
    if (service) {
      taken.push(await recordOfService(inbox, sent, service, outcome));
      continue;
    }
    const isTest = outcome.understood === "test";
    const names = [...new Set(own.map(({ names: [name], service_id }) => service_id ?? name))];
    const unknown = notUnderstood("unknown_service", names.join(", "));
    taken.push(await recordUnknown(inbox, sent, isTest ? outcome : unknown));
  }
  return taken;
}

async function openPage(
  { db }: Context,
  { subdomain, token }: { subdomain: string; token: string },
): Promise<PageInbox> {
  const ctx = systemContext(db, "report");
  const grant = await authorize(ctx, "page.read", { subdomain });
  const expected = Buffer.from(await alertToken(db, grant));
  const given = Buffer.from(token);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw notFound();
  const wait_s = await consume(db, LIMIT, String(grant.status_page_id));
  if (wait_s > 0) throw new AppError("rate_limited", "Too many alerts of this page", {}, wait_s);
  return { ctx, grant };
}

async function interpret(kind: MonitoringTool, call: Call): Promise<Interpretation> {
  return call.subscription ? answerSubscription(call.subscription) : readByTool(kind, call);
}

type Target = { subdomain: string; token: string; webhook_monitoring_service: MonitoringTool };

/**
 * Receives alerts about several services of a page, found by the name or id in each alert.
 * @throws {AppError} `not_found` unless a page has this address; `rate_limited`; `not_understood`
 */
export async function receiveAlerts(
  ctx: Context,
  target: Target,
  { url, body }: { url: string; body: Buffer | undefined },
): Promise<AlertReceipt[]> {
  const inbox = await openPage(ctx, target);
  const kind = target.webhook_monitoring_service;
  const call = await readCall(url, body);
  const sent = { kind, content: contentOf(call, body, target.token) };
  const alerts = TOOLS[kind].read(call);
  if (alerts.length > 0) return recordAlerts(inbox, sent, alerts);
  const outcome = await interpret(kind, call);
  const taken = await recordUnknown(inbox, sent, outcome);
  requireUnderstood(outcome);
  return [taken];
}

export async function recordAlertsTooLarge(ctx: Context, target: Target): Promise<void> {
  const sent = { kind: target.webhook_monitoring_service, content: "" };
  await recordUnknown(await openPage(ctx, target), sent, notUnderstood("too_large"));
}
