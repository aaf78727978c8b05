import { createServer } from "node:http";
import { another } from "./another.ts";
import { firstServiceId } from "./api.ts";
import type { Bench } from "./bench.ts";
import { BROWSER, CONNECTIONS, load, median } from "./load.ts";
import { type Goal, say, verdict } from "./print.ts";
import { freePort } from "./processes.ts";

const ROUNDS = 5;

type Node = Awaited<ReturnType<typeof another>>;
/** One or two nodes that share the load; `scrape`: where their metrics are read. */
type Side = { name: string; nodes: Node[]; scrape?: string };
type Case = { name: string; path: string; headers: Record<string, string>; connections: number };

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/**
 * Microseconds of all processes for one request. Nodes are loaded one after another: at once they
 * would share the processors of this one machine, which makes any work dearer.
 */
async function cost_us({ nodes, scrape }: Side, { path, ...options }: Case): Promise<number> {
  const cpu = () => sum(nodes.map(({ server }) => server.cpu_seconds()));
  const before = cpu();
  const scraped = scrape && fetch(scrape).then((answer) => answer.text());
  let requests = 0;
  for (const { url } of nodes) requests += (await load(url + path, options)).requests;
  await scraped;
  if (requests === 0) throw new Error(`${path} answered nothing`);
  return ((cpu() - before) / requests) * 1e6;
}

/** All sides in turn, beside the first. */
async function measureCase(sides: Side[], one: Case, goals: Record<string, number>) {
  const rounds: number[][] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const costs: number[] = [];
    for (const side of sides) costs.push(await cost_us(side, one));
    // The first round warms up.
    if (round > 0) rounds.push(costs);
  }
  const middle = sides.map((_, index) => median(rounds.map((costs) => costs[index] ?? 0)));
  const texts = sides.map(({ name }, index) => `${name} ${middle[index]?.toFixed(1)} µs`);
  say("overhead", `${one.name}, processor time per request: ${texts.join(", ")}`);
  return sides.slice(1).map(({ name }, index): Goal => {
    const ratio = median(rounds.map((costs) => (costs[index + 1] ?? 0) / (costs[0] ?? 1)));
    const goal = goals[name];
    const what = `${one.name}, ${name}: ${ratio.toFixed(3)} of the cost without`;
    if (goal === undefined) return { what, met: null };
    return { what: `${what}; goal ≤ ${goal}`, met: ratio <= goal };
  });
}

/** Metrics, traces and a second node, beside one node without them. */
export async function measureOverhead(bench: Bench): Promise<void> {
  const collector = createServer((request, response) => {
    request.resume().once("end", () => response.end("{}"));
  });
  const [metricsPort, tracesPort] = [await freePort(), await freePort()];
  collector.listen(tracesPort, "127.0.0.1");
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${tracesPort}` };
  const start = async (settings: Record<string, string>) => {
    const node = await another(bench, settings);
    await node.server.until(`${node.url}/readyz`);
    return node;
  };
  const scrape = `http://127.0.0.1:${metricsPort}/metrics`;
  const sides: Side[] = [
    { name: "one node", nodes: [await start({})] },
    { name: "metrics", nodes: [await start({ METRICS_PORT: String(metricsPort) })], scrape },
    { name: "traces", nodes: [await start(traced)] },
    { name: "two nodes", nodes: [await start({ NODES: "2" }), await start({ NODES: "2" })] },
  ];
  const service = `/api/v2/status_pages/acme/services/${await firstServiceId(bench)}`;
  const cached = { path: "/s/acme", headers: BROWSER, connections: CONNECTIONS };
  // An organization has two renders at once; more would be refused.
  const form = { path: "/s/acme/subscribe", headers: BROWSER, connections: 2 };
  const call = { path: service, headers: { authorization: bench.key }, connections: CONNECTIONS };
  const light = { metrics: 1.02, traces: 1.02 };
  const shared = { "two nodes": 1.05 };
  const goals = [
    ...(await measureCase(sides, { name: "cached page", ...cached }, light)),
    ...(await measureCase(sides, { name: "render", ...form }, shared)),
    ...(await measureCase(sides, { name: "API call", ...call }, shared)),
  ];
  for (const { nodes } of sides) for (const { end } of nodes) await end();
  collector.close();
  verdict(goals);
}
