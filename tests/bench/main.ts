import { rm } from "node:fs/promises";
import { measureApi } from "./api.ts";
import { type Bench, startBench } from "./bench.ts";
import { measureChecks } from "./checks.ts";
import { measureCrashes } from "./crashes.ts";
import { measureEvents } from "./events.ts";
import { measureFront } from "./front.ts";
import { measureFronts } from "./fronts.ts";
import { measureLists } from "./lists.ts";
import { measureMetrics } from "./metrics.ts";
import { measureMonitoringYear } from "./monitoring-year.ts";
import { measureNeighbours } from "./neighbours.ts";
import { measureNews } from "./news.ts";
import { measureOperations } from "./operations.ts";
import { measureOverhead } from "./overhead.ts";
import { measurePages } from "./pages.ts";
import { describeMachine, say, verdict } from "./print.ts";
import { measurePublish } from "./publish.ts";
import { measureRender } from "./render.ts";
import { measureResultsHistory } from "./results-history.ts";
import { measureScreens } from "./screens.ts";
import { measureStart } from "./start.ts";
import { measureTls } from "./tls.ts";

async function measureMemory({ server, idle_mib }: Bench): Promise<void> {
  const now_mib = server.memory_mib();
  say("memory", "proportional set size of all processes without PostgreSQL");
  verdict([
    { what: `idle ${idle_mib.toFixed(0)} MiB; goal ≤ 350 MiB`, met: idle_mib <= 350 },
    {
      what: `after the load so far ${now_mib.toFixed(0)} MiB; goal ≤ 450 MiB`,
      met: now_mib <= 450,
    },
  ]);
}

// Figures, not tests: nothing here fails a build. Each ratio is measured side by side in this one
// run.
const PARTS: Record<string, (bench: Bench) => Promise<void>> = {
  pages: measurePages,
  render: measureRender,
  api: measureApi,
  publish: measurePublish,
  memory: measureMemory,
  start: measureStart,
  front: measureFront,
  fronts: measureFronts,
  lists: measureLists,
  screens: measureScreens,
  metrics: measureMetrics,
  overhead: measureOverhead,
  "results-history": measureResultsHistory,
  events: measureEvents,
  checks: measureChecks,
  "monitoring-year": measureMonitoringYear,
  news: measureNews,
  neighbours: measureNeighbours,
  tls: measureTls,
  processes: measureCrashes,
  // Last: it writes thousands of records.
  operations: measureOperations,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0)
  throw new Error(`no part ${unknown.join(", ")}: there are ${Object.keys(PARTS).join(", ")}`);

const bench = await startBench();
try {
  describeMachine();
  for (const [name, measure] of Object.entries(PARTS)) {
    if (asked.length === 0 || asked.includes(name)) await measure(bench);
  }
} finally {
  await bench.end();
  await rm(bench.folder, { recursive: true, force: true });
}
