import type { Admin } from "#app/(admin)/_shared/open.ts";
import { isKind, kindOf, vendorOf } from "#app/(admin)/pages/[subdomain]/integrations/_kinds.ts";
import { listIntegrations } from "#lib/pages/integrations/integrations.ts";
import type { Metric } from "#lib/services/metrics/schema.ts";
import { listPlainServices, listServiceStates } from "#lib/services/read.ts";
import { outline } from "#lib/services/tree.ts";

type Source = { id: number; name: string };
export type Sources = { integrations: Source[]; services: Source[]; mayConnect: boolean };

const measures = (name: string) => isKind(name) && kindOf(name).purpose === "metrics";

/** Possible sources of a metric: providers, checked services, and the present one. */
export async function readSources({ ctx, page, may, t }: Admin, metric?: Metric): Promise<Sources> {
  const [integrations, services, states] = await Promise.all([
    listIntegrations(ctx, page),
    listPlainServices(ctx, page),
    listServiceStates(ctx, page),
  ]);
  const checked = states.filter(({ monitoring }) => monitoring === "internal");
  const ids = new Set([...checked.map(({ id }) => id), metric?.service_id]);
  return {
    mayConnect: may("integration.write"),
    integrations: integrations
      .filter(({ id, name }) => measures(name) || id === metric?.integration_id)
      .map(({ id, name }) => ({ id, name: t("joined.note", { name: vendorOf(name), note: id }) })),
    services: outline(services.filter(({ id }) => ids.has(id))).map(({ id, name, depth }) => ({
      id,
      name: `${"– ".repeat(depth)}${name}`,
    })),
  };
}
