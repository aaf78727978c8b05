import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { listKnownIntegrationIds } from "#lib/pages/integrations/queries.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import type { MetricRow } from "#lib/services/metrics/queries.ts";
import { listKnownServiceIds } from "#lib/services/queries.ts";

type Source = Pick<MetricRow, "integration_id" | "service_id" | "remote_id" | "type">;
type Given = { [Name in "integration_id" | "service_id"]?: number | null };

/** @throws {AppError} `invalid` for an integration or a service that is not the page's */
export async function checkSource(
  trx: Trx,
  grant: PageGrant,
  { integration_id, service_id }: Given,
): Promise<void> {
  const of = (id: number | null | undefined) => (id ? [id] : []);
  const integrations = await listKnownIntegrationIds(trx, grant, of(integration_id));
  if (integrations.length < of(integration_id).length)
    throw invalid({ integration_id: [{ code: "unknown" }] });
  const services = await listKnownServiceIds(trx, grant, of(service_id));
  if (services.length < of(service_id).length) throw invalid({ service_id: [{ code: "unknown" }] });
}

/** Whether what a metric is fed by is another than before. */
export function hasMoved(before: Source, after: Source): boolean {
  const names = ["integration_id", "service_id", "remote_id", "type"] as const;
  return names.some((name) => before[name] !== after[name]);
}
