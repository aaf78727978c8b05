import type { Db } from "#db/index.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { listOpenAlerts } from "#lib/monitoring/alerts/open-alerts.ts";
import { receiveReport } from "#lib/monitoring/reports/receive-report.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { getService } from "#lib/services/read.ts";
import { UpdateService } from "#lib/services/schema.ts";
import { updateService } from "#lib/services/update.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";

const TOOL = { monitoring: "webhook", webhook_monitoring_service: "alertmanager" };
const URL_OF_CALL = "https://status.example.com/automate";

export const asJson = (json: unknown) => Buffer.from(JSON.stringify(json));

export async function mintAlerted(db: Db, given: object = {}) {
  await installJobs();
  const { page } = await mintOrganization(db);
  const ctx = systemContext(db, "test");
  const watch = async (name: string) => {
    const target = { subdomain: page.subdomain, service_id: await mintService(db, page.id) };
    await updateService(ctx, target, UpdateService.parse({ ...TOOL, name, ...given }));
    return target;
  };
  const target = await watch("Checkout");
  const { inbound_email_id, webhook_monitoring_service: kind } = await getService(ctx, target);
  const address = { subdomain: page.subdomain, service_id: inbound_email_id };
  const sendJson = (json: unknown) =>
    receiveReport(
      ctx,
      { ...address, webhook_monitoring_service: kind ?? "custom-jsonpath" },
      { url: URL_OF_CALL, body: asJson(json) },
    );
  const send = (...alerts: object[]) => sendJson(group("g", ...alerts));
  const isUp = async (of = target) => (await getService(ctx, of)).is_up;
  const open = async () => (await listOpenAlerts(ctx, target)).map(({ detail }) => detail);
  return { ctx, target, address, watch, send, sendJson, isUp, open };
}

/** Each in its own group unless the call is cut, as of several Alertmanagers. */
export const group = (externalURL: string, ...alerts: object[]) => ({
  ...{ receiver: "page", groupKey: "{}:{}", externalURL, alerts },
});
export const cut = (...alerts: object[]) => ({ ...group("g", ...alerts), truncatedAlerts: 1 });

export const ago = (seconds: number) => `${later(wireNow(), -seconds)}Z`;

export function alert(
  status: string,
  name: string,
  { severity = "critical", ...more }: Given = {},
) {
  return { status, fingerprint: name, labels: { alertname: name, severity }, ...more };
}
export const unmarked = (status: string, name: string) => ({
  ...alert(status, name),
  fingerprint: undefined,
});
type Given = { severity?: string; startsAt?: string; endsAt?: string };

/** The times of an alert that is over. */
export const [FROM, TO] = [ago(900), ago(600)];
