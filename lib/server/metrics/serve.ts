import { createServer } from "node:http";
import { database, isDatabaseLost } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { env } from "#lib/platform/config/env.ts";
import { log } from "#lib/platform/log.ts";
import { type Metric, measure, readMetrics } from "#lib/platform/metrics.ts";
import { VERSION } from "#lib/platform/version.ts";
import { type InstallationFacts, readInstallation } from "#lib/server/metrics/queries.ts";
import { closeHttpServer, listen } from "#lib/server/supervisor/http.ts";

const FACTS: Record<keyof InstallationFacts, [name: string, help: string]> = {
  ready_jobs: ["allclear_jobs_waiting", "Jobs that are due and have not begun"],
  failed_jobs: ["allclear_jobs_failed", "Jobs that are not tried again"],
  oldest_job_s: ["allclear_oldest_job_seconds", "How long the oldest waiting job has been due"],
  overdue_check_s: ["allclear_overdue_check_seconds", "How long the oldest check has been due"],
  ending_certificates: [
    "allclear_certificates_ending",
    "Certificates of custom domains that end within 14 days",
  ],
  unpurged: ["allclear_purges_waiting", "Changes that are not purged at the CDN yet"],
};

async function factsOf(): Promise<Metric[]> {
  const { DATABASE_URL } = env();
  if (!DATABASE_URL) return [];
  try {
    const facts = await readInstallation(
      database(),
      authorizeProgram(systemContext(database(), "metrics")),
    );
    return Object.entries(FACTS).map(([key, [name, help]]) => {
      const value = facts[key as keyof InstallationFacts];
      return { name, help, type: "gauge", aggregator: "sum", values: [{ value, labels: {} }] };
    });
  } catch (error) {
    if (!isDatabaseLost(error)) log().error({ err: error }, "metrics of the database not read");
    return [];
  }
}

async function textOf(parts: Metric[][]): Promise<{ type: string; text: string }> {
  const { AggregatorRegistry } = await import("prom-client");
  const registry = AggregatorRegistry.aggregate(parts);
  return { type: registry.contentType, text: await registry.metrics() };
}

/**
 * Serves the metrics of this node to Prometheus, on a port of their own.
 * @param collect those of the other processes
 * @returns ends it
 */
export async function serveMetrics(
  collect: () => Promise<Metric[][]> = async () => [],
): Promise<() => Promise<void>> {
  const { METRICS_PORT: port, METRICS_HOST: host } = env();
  if (port === 0) return async () => {};
  measure({ name: "allclear_info", help: "Version of this node", type: "gauge" }, () => [
    [{ version: VERSION }, 1],
  ]);
  const server = createServer(async (request, response) => {
    if (request.url !== "/metrics") return void response.writeHead(404).end();
    try {
      const [others, facts] = await Promise.all([collect(), factsOf()]);
      const { type, text } = await textOf([readMetrics(), facts, ...others]);
      response.writeHead(200, { "Content-Type": type }).end(text);
    } catch (error) {
      log().error({ err: error }, "metrics could not be served");
      response.writeHead(500).end();
    }
  });
  try {
    await listen(server, { host, port });
  } catch (error) {
    const advice = "METRICS_PORT cannot be used: each process needs its own. No metrics are served";
    log().warn({ err: error, host, port }, advice);
    return async () => {};
  }
  log().info({ host, port }, "serving metrics");
  return () => closeHttpServer(server);
}
