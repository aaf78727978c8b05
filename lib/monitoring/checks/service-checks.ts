import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { consume, type Limit, rateLimited } from "#lib/core/throttle/form-limits.ts";
import type { Hop, ProbeResult } from "#lib/monitoring/checks/check.ts";
import { findMonitor, readChecksHealth } from "#lib/monitoring/checks/queries.ts";
import type { ServiceCheck } from "#lib/monitoring/checks/schema.ts";
import { toWire, wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { getServiceRow } from "#lib/services/queries.ts";
import type { ServiceTarget } from "#lib/services/read.ts";

const PER_PAGE: Limit = { name: "check now", most: 20, period_s: 60 };
const MAX_HEADERS = 100;
const MAX_VALUE = 1_000;

function headersOf({ headers }: Hop) {
  const all = Object.entries(headers).map(([key, value = ""]) => ({
    key,
    value: (Array.isArray(value) ? value.join(", ") : value).slice(0, MAX_VALUE).toWellFormed(),
  }));
  return all.slice(0, MAX_HEADERS);
}

function serialize({ hops, status: _, certificate_ends_at, ...checked }: ProbeResult) {
  return {
    ...checked,
    certificate_ends_at: certificate_ends_at && toWire(certificate_ends_at),
    requests: hops.map(({ timing, ...hop }) => ({
      ...hop,
      ...timing,
      headers: headersOf({ timing, ...hop }),
    })),
  };
}

/**
 * Checks a service now. The result does not change its state.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` without an address, `rate_limited`
 */
export async function checkNow(ctx: Context, target: ServiceTarget): Promise<ServiceCheck> {
  const grant = await authorize(ctx, "service.write", target);
  const service = await getServiceRow(ctx.db, grant, target.service_id);
  const { ping_url } = service;
  if (ping_url === null) throw invalid({ ping_url: [{ code: "blank" }] });
  const seconds = await consume(ctx.db, PER_PAGE, String(grant.status_page_id));
  if (seconds > 0) throw rateLimited("Services of this page were checked too often", seconds);
  // Loads the probes only when they are needed.
  const [{ probe }, { checkOf }] = await Promise.all([
    import("#lib/monitoring/checks/probe.ts"),
    import("#lib/monitoring/checks/check.ts"),
  ]);
  const checked_at = wireNow();
  return { checked_at, ...serialize(await probe(checkOf({ ...service, ping_url }))) };
}

/**
 * The monitor of a service with its last result, and the health of the checks.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function readChecks(ctx: Context, target: ServiceTarget) {
  const grant = await authorize(ctx, "page.read", target);
  const [monitor, health] = await Promise.all([
    findMonitor(ctx.db, grant, target.service_id),
    readChecksHealth(ctx.db),
  ]);
  return { monitor, health };
}
