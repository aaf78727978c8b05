import autocannon from "autocannon";
import type { Bench } from "./bench.ts";
import { BROWSER, CONNECTIONS, median, percentile } from "./load.ts";
import { type Goal, say } from "./print.ts";

const POSTS = 60;
const PAUSE_MS = 150;

async function post(bench: Bench, path: string, body: unknown): Promise<Record<string, { id: number }>> {
  const headers = { authorization: bench.key, "content-type": "application/json" };
  const answer = await fetch(`${bench.url}/api/v2/status_pages/acme${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}`);
  return (await answer.json()) as Record<string, { id: number }>;
}

/** Milliseconds from sending an update until a visitor's read shows it. */
async function untilVisible(bench: Bench, incidentId: number, n: number): Promise<number> {
  const mark = `Mark ${n} of the bench`;
  const start = performance.now();
  await post(bench, `/incidents/${incidentId}/updates`, { update: { type: "update", description: mark } });
  for (;;) {
    const page = await fetch(`${bench.url}/s/acme`, { headers: BROWSER });
    if ((await page.text()).includes(mark)) return performance.now() - start;
    if (performance.now() - start > 5_000) throw new Error("not visible within 5 s");
  }
}

export async function measurePublish(bench: Bench): Promise<Goal[]> {
  const services = await fetch(`${bench.url}/api/v2/status_pages/acme/services?limit=1`, { headers: { authorization: bench.key } });
  const [service] = ((await services.json()) as { services: { id: number }[] }).services;
  const { incident } = await post(bench, "/incidents", { incident: { title: "Bench", type: "minor", service_ids: [service?.id] } });
  const seconds = Math.ceil((POSTS * (PAUSE_MS + 100)) / 1000) + 2;
  const { promise: finished, resolve } = Promise.withResolvers<autocannon.Result>();
  const underLoad = autocannon(
    { url: `${bench.url}/s/acme`, connections: CONNECTIONS, duration: seconds, headers: BROWSER },
    (_error, result) => resolve(result),
  );
  const times: number[] = [];
  for (let n = 0; n < POSTS; n += 1) {
    times.push(await untilVisible(bench, incident?.id ?? 0, n));
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  underLoad.stop();
  const { requests, errors, non2xx } = await finished;
  const p99 = percentile(times, 99);
  say(
    "publish",
    `posting an update until a read shows it, under ${requests.average.toFixed(0)} page requests/s: median ${median(times).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ${POSTS} posts; failed page requests ${errors + non2xx}`,
  );
  return [{ what: `publish → visible p99 ${p99.toFixed(0)} ms; goal ≤ 100 ms`, met: p99 <= 100 }];
}
