import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { insertIncidentTemplate } from "#lib/incidents/templates/queries.ts";
import { insertWebhook } from "#lib/notifications/webhooks/queries.ts";
import { DAY_SECONDS, fromWire } from "#lib/platform/clock.ts";
import { seal } from "#lib/platform/crypto/seal.ts";
import { newSecret } from "#lib/platform/crypto/sign.ts";
import { ACCESS_GROUP, METRICS, TEMPLATES, WEBHOOK } from "#lib/server/demo/explore.ts";
import { insertAccessGroup } from "#lib/services/access-groups/queries.ts";
import { setLinks } from "#lib/services/links.queries.ts";
import { saveEntries } from "#lib/services/metric-entries/record.ts";
import { splitByAge } from "#lib/services/metric-entries/rules.ts";
import { insertMetric } from "#lib/services/metrics/queries.ts";

const METRIC_DAYS = 30;
const METRIC_STEP_SECONDS = 30 * 60;

/** Between 0 and 1, the same for the same number. */
function noise(seed: number): number {
  const value = Math.sin(seed * 12.9898) * 43_758.5453;
  return value - Math.floor(value);
}

/** The load of a shop at a time in Unix seconds: 0 at night, 1 in the afternoon. */
function loadAt(time: number): number {
  return (1 - Math.cos((2 * Math.PI * (time - 3 * 3_600)) / DAY_SECONDS)) / 2;
}

/** Adds the demo's metrics, with a point every half hour of the last month. */
export async function writeMetrics(trx: Trx, grant: PageGrant, now: string): Promise<void> {
  const now_s = Math.floor(fromWire(now).epochMilliseconds / 1_000);
  const count = (METRIC_DAYS * DAY_SECONDS) / METRIC_STEP_SECONDS;
  for (const [place, { valueAt, ...columns }] of METRICS.entries()) {
    const { id } = await insertMetric(trx, grant, { ...columns, order: place + 1 });
    const entries = Array.from({ length: count }, (_, index) => {
      const time = now_s - index * METRIC_STEP_SECONDS;
      return { time, value: valueAt(loadAt(time), noise(index + 10_000 * place)) };
    });
    await saveEntries(trx, grant, id, splitByAge(entries, now_s));
  }
}

/** Adds the demo's templates, access group and webhook. @returns the webhook's id */
export async function writeTools(
  trx: Trx,
  grant: PageGrant,
  idOf: (name: string) => number,
): Promise<number> {
  for (const { services, ...columns } of TEMPLATES) {
    const { id } = await insertIncidentTemplate(trx, grant, columns);
    await setLinks(trx, grant, "incident_template", id, services.map(idOf));
  }
  const { name, services } = ACCESS_GROUP;
  const group = await insertAccessGroup(trx, grant, { name });
  await setLinks(trx, grant, "access_group", group.id, services.map(idOf));
  const secret_sealed = seal(newSecret());
  return (await insertWebhook(trx, grant, { ...WEBHOOK, secret_sealed })).id;
}
