import { rm } from "node:fs/promises";
import { measureApi } from "./api.ts";
import { type Bench, startBench } from "./bench.ts";
import { measureCrashes } from "./crashes.ts";
import { measureEvents } from "./events.ts";
import { measureLists } from "./lists.ts";
import { measureMetrics } from "./metrics.ts";
import { measureNeighbours } from "./neighbours.ts";
import { measureOperations } from "./operations.ts";
import { measurePages } from "./pages.ts";
import { describeMachine, say } from "./print.ts";
import { measurePublish } from "./publish.ts";
import { measureRender } from "./render.ts";

async function measureMemory({ server, idle_mib }: Bench): Promise<void> {
  const now_mib = server.memory_mib();
  say(
    "memory",
    `proportional set size: ${idle_mib.toFixed(0)} MiB idle after the start, ${now_mib.toFixed(0)} MiB after the load so far`,
  );
}

// Figures, not tests: nothing here fails a build. Each ratio is measured side by side in this one
// run.
const PARTS: Record<string, (bench: Bench) => Promise<void>> = {
  pages: measurePages,
  render: measureRender,
  api: measureApi,
  publish: measurePublish,
  memory: measureMemory,
  lists: measureLists,
  metrics: measureMetrics,
  events: measureEvents,
  neighbours: measureNeighbours,
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
