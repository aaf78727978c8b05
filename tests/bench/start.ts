import { another } from "./another.ts";
import type { Bench } from "./bench.ts";
import { median } from "./load.ts";
import { say, verdict } from "./print.ts";

const ROUNDS = 5;
const GOAL_MS = 2_500;

/** From the start on a database with data until a page is there, and until all is. */
export async function measureStart(bench: Bench): Promise<void> {
  const times: { page_ms: number; ready_ms: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const since = performance.now();
    const { url, server, end } = await another(bench, { WORKER: "inline" });
    await server.until(`${url}/s/acme`);
    const page_ms = performance.now() - since;
    await server.until(`${url}/readyz`);
    times.push({ page_ms, ready_ms: performance.now() - since });
    await end();
  }
  const [page, ready] = (["page_ms", "ready_ms"] as const).map((what) =>
    median(times.map((time) => time[what])),
  );
  say("start", `${ROUNDS} starts on a database with data, with nothing saved: medians`);
  verdict([
    {
      what: `a page is there after ${page?.toFixed(0)} ms, all is ready after ${ready?.toFixed(0)} ms; goal ≤ ${GOAL_MS} ms`,
      met: (page ?? GOAL_MS + 1) <= GOAL_MS,
    },
  ]);
}
