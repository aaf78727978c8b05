import { rm } from "node:fs/promises";
import { measureApi } from "./api.ts";
import { startBench } from "./bench.ts";
import { measureLists } from "./lists.ts";
import { measureMetrics } from "./metrics.ts";
import { measureOperations } from "./operations.ts";
import { measurePages } from "./pages.ts";
import { describeMachine, say, verdict } from "./print.ts";
import { measurePublish } from "./publish.ts";

// Figures, not tests: nothing here fails a build. Each ratio is measured side by side in this one run.
const bench = await startBench();
try {
  describeMachine();
  const idle_mib = bench.server.rss_mib();
  verdict(await measurePages(bench));
  verdict(await measureApi(bench));
  verdict(await measurePublish(bench));
  say(
    "memory",
    `resident: ${idle_mib.toFixed(0)} MiB idle after the start, ${bench.server.rss_mib().toFixed(0)} MiB after the load so far`,
  );
  verdict(await measureLists(bench));
  await measureMetrics(bench);
  // Last: it writes thousands of records.
  await measureOperations(bench);
} finally {
  await bench.end();
  await rm(bench.folder, { recursive: true, force: true });
}
