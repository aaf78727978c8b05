import { spawnSync } from "node:child_process";
import { mintService } from "#tests/support/data/mint.ts";
import { looksUntil } from "#tests/support/server/looks.ts";
import { ownPort } from "#tests/support/server/port.ts";
import { expect, test } from "#tests/support/test.ts";

const port = await ownPort();
test.use({ serverEnv: { METRICS_PORT: String(port), FRONTS: "2", APPS: "2" } });

const HAS_PROMTOOL = spawnSync("promtool", ["--version"]).status === 0;

async function scrape(): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    expect.stringContaining("text/plain"),
  ]);
  return answer.text();
}

/** The value of a series, by its start. */
function readSeries(text: string, series: string): number {
  const line = text.split("\n").find((one) => one.startsWith(`${series} `));
  return line === undefined ? 0 : Number(line.slice(series.length + 1));
}

const HITS = 'allclear_page_cache_total{status="hit"}';
const PAGES = 'allclear_requests_total{kind="page",outcome="2xx"}';

test("one scrape sums all processes of the node, and names no tenant", async ({
  server,
  api,
  database,
  organization,
}) => {
  const { id, subdomain } = organization.page;
  const service = await mintService(database, id);
  await server.visit(subdomain);
  await looksUntil(
    async () => readSeries(await scrape(), 'allclear_processes{process="worker"}') > 0,
  );
  const before = await scrape();
  const READS = 40;
  const headers = { connection: "close" };
  for (let read = 0; read < READS; read++) await server.visit(subdomain, "/", { headers });
  await server.visit(subdomain, "/nowhere-at-all");
  const incident = { title: "Trouble", type: "major", service_ids: [service] };
  await api.post(`/status_pages/${subdomain}/incidents`, { incident });
  await server.visit(subdomain);
  const after = await scrape();
  const grown = (series: string) => readSeries(after, series) - readSeries(before, series);
  expect(grown(HITS) + grown('allclear_page_cache_total{status="fwd=miss; stored"}')).toBe(
    READS + 2,
  );
  expect(grown(PAGES)).toBe(READS + 1);
  expect(grown('allclear_requests_total{kind="page",outcome="4xx"}')).toBe(1);
  expect(grown('allclear_requests_total{kind="api",outcome="2xx"}')).toBe(1);
  expect(grown("allclear_render_seconds_count")).toBeGreaterThan(0);
  for (const [kind, count] of [
    ["supervisor", 1],
    ["front", 2],
    ["app", 2],
    ["worker", 1],
  ] as const) {
    expect(readSeries(after, `allclear_processes{process="${kind}"}`), kind).toBe(count);
    const memory = readSeries(after, `allclear_process_resident_memory_bytes{process="${kind}"}`);
    expect(memory, kind).toBeGreaterThan(10_000_000);
  }
  expect(readSeries(after, "allclear_listening")).toBe(1);
  expect(readSeries(after, 'allclear_database_connections{state="total"}')).toBeGreaterThan(2);
  expect(after).toContain("allclear_oldest_job_seconds 0");
  for (const name of [subdomain, organization.keys.admin, "Trouble"])
    expect(after).not.toContain(name);
});

test("promtool takes what is served, the rules and their names", async ({ server: _server }) => {
  test.skip(!HAS_PROMTOOL, "promtool is not installed");
  const text = await scrape();
  const checked = spawnSync("promtool", ["check", "metrics"], { input: text, encoding: "utf8" });
  expect([checked.status, checked.stdout, checked.stderr]).toEqual([0, "", ""]);
});
