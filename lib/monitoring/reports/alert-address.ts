import { createHmac } from "node:crypto";
import type { Db } from "#db/index.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import {
  getAlertToken,
  incrementAlertAddressVersion,
  listReportRows,
} from "#lib/monitoring/reports/queries.ts";
import { serializeReport } from "#lib/monitoring/reports/receive-report.ts";
import type { AlertAddress } from "#lib/monitoring/reports/schema.ts";
import { env } from "#lib/platform/config/env.ts";
import { keyFor, unsealIfOurs } from "#lib/platform/crypto/seal.ts";
import type { MonitoringTool } from "#lib/services/monitoring-tools.ts";

/** @param version how often the page's address was replaced */
export function deriveAlertToken(status_page_id: number, version: number): string {
  const page = String(status_page_id);
  return createHmac("sha256", keyFor("allclear alerts of a page"))
    .update(version === 0 ? page : `${page} ${version}`)
    .digest("hex");
}

/** The address's substitute for a key; one from another installation is kept. */
export async function alertToken(db: Db, grant: PageGrant): Promise<string> {
  const { alert_token_sealed, alert_address_version } = await getAlertToken(db, grant);
  const kept = alert_token_sealed && unsealIfOurs(alert_token_sealed);
  return kept || deriveAlertToken(grant.status_page_id, alert_address_version);
}

type AddressTarget = PageTarget & { webhook_monitoring_service: MonitoringTool };

async function serialize(db: Db, grant: PageGrant, tool: MonitoringTool): Promise<AlertAddress> {
  const page = `${env().APP_URL}/api/v2/status_pages/${grant.subdomain}`;
  const rows = await listReportRows(db, grant, null);
  return {
    url: `${page}/alerts/${await alertToken(db, grant)}/${tool}`,
    reports: rows.filter(({ kind }) => kind === tool).map(serializeReport),
  };
}

/**
 * The page's address for a tool's alerts, and the latest that belong to no service, newest first.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function getAlertAddress(ctx: Context, target: AddressTarget): Promise<AlertAddress> {
  const grant = await authorize(ctx, "service.write", target);
  return serialize(ctx.db, grant, target.webhook_monitoring_service);
}

/** The old one ends for every tool. @throws {AppError} `not_found`, `forbidden` */
export async function replaceAlertAddress(
  ctx: Context,
  target: AddressTarget,
): Promise<AlertAddress> {
  const grant = await authorize(ctx, "service.write", target);
  return changeRecords(ctx, grant, async (trx) => {
    await incrementAlertAddressVersion(trx, grant);
    return {
      result: await serialize(trx, grant, target.webhook_monitoring_service),
      audit: { action: "status_page.replace_alert_address", subject_id: grant.status_page_id },
      events: [],
    };
  });
}
