import type { Admin } from "#app/(admin)/_shared/open.ts";
import { Pagination, pageLinks, sliceFrom } from "#lib/api/pagination.ts";
import { env } from "#lib/platform/config/env.ts";
import { listMetrics } from "#lib/services/metrics/metrics.ts";
import type { Metric } from "#lib/services/metrics/schema.ts";

type Metrics = {
  metrics: Metric[];
  /** Whether these are all, so that each can be moved. */
  isWhole: boolean;
  total_count: number;
  newer: string | null;
  older: string | null;
};

const SHOWN = "100";

const relative = (link: string | null) => link?.slice(new URL(link).origin.length) ?? null;

/** One screen of metrics. @throws {AppError} `bad_request` for a cursor that is not ours */
export async function readMetrics(
  { ctx, page }: Admin,
  { after, before }: { after?: string; before?: string },
): Promise<Metrics> {
  const address = `${env().APP_URL}/pages/${page.subdomain}/metrics`;
  const slice = sliceFrom(Pagination.parse({ limit: SHOWN, after, before }), address);
  const { rows: metrics, ...envelope } = await listMetrics(ctx, page, slice);
  const { links, meta } = pageLinks(address, envelope);
  const { prev, next } = links;
  return {
    metrics,
    isWhole: prev === null && next === null,
    total_count: meta.total_count,
    newer: relative(prev),
    older: relative(next),
  };
}
