import fc from "fast-check";
import type { Db } from "#db/index.ts";
import { loadPoints } from "#lib/services/metric-entries/read.ts";
import type { Resolution } from "#lib/services/metric-entries/schema.ts";
import { systemGrant } from "#tests/support/data/incidents.ts";
import { mintMetric, recorder } from "#tests/support/data/metrics.ts";
import { type MintedPage, mintOrganization } from "#tests/support/data/mint.ts";

export async function metric(db: Db, minted?: MintedPage) {
  const page = minted ?? (await mintOrganization(db)).page;
  const id = await mintMetric(db, page.id);
  const grant = await systemGrant(db, page.subdomain);
  const points = (resolution: Resolution, from: number, to: number) =>
    loadPoints(db, grant, id, { from, to, resolution }).then(({ entries }) => entries);
  return { id, page, points, record: recorder(db, page.subdomain, id) };
}

// Values whose sums are exact in whatever order they are added.
export const value = fc.oneof(
  fc.integer({ min: -1_000, max: 1_000 }),
  fc.constantFrom(0, 0.5, -0.25, 1e12),
);
