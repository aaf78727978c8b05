import { setTimeout as sleep } from "node:timers/promises";
import type { Bench } from "./bench.ts";
import { BROWSER, beginLoad, median, percentile } from "./load.ts";
import { say, verdict } from "./print.ts";

const WARM_UP = 10;
const POSTS = 60;
const GOALS: Moments = { acknowledged_ms: 50, sent_ms: 100 };
const PAUSE_MS = 150;
const SETTLE_MS = 2_000;

async function post(
  bench: Bench,
  path: string,
  body: unknown,
): Promise<Record<string, { id: number }>> {
  const headers = { authorization: bench.key, "content-type": "application/json" };
  const answer = await fetch(`${bench.url}/api/v2/status_pages/acme${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}`);
  return (await answer.json()) as Record<string, { id: number }>;
}

type Moments = { sent_ms: number; acknowledged_ms: number };

/**
 * Milliseconds until a visitor's read shows an update: since it was sent, and since it was
 * acknowledged.
 */
async function untilVisible(bench: Bench, incidentId: number, n: number): Promise<Moments> {
  const mark = `Mark ${n} of the bench`;
  const start = performance.now();
  await post(bench, `/incidents/${incidentId}/updates`, {
    update: { type: "update", description: mark },
  });
  const acknowledged = performance.now();
  for (;;) {
    const page = await fetch(`${bench.url}/s/acme`, { headers: BROWSER });
    const now = performance.now();
    if ((await page.text()).includes(mark))
      return { sent_ms: now - start, acknowledged_ms: now - acknowledged };
    if (performance.now() - start > 5_000) throw new Error("not visible within 5 s");
  }
}

export async function measurePublish(bench: Bench): Promise<void> {
  const services = await fetch(`${bench.url}/api/v2/status_pages/acme/services?limit=1`, {
    headers: { authorization: bench.key },
  });
  const [service] = ((await services.json()) as { services: { id: number }[] }).services;
  const { incident } = await post(bench, "/incidents", {
    incident: { title: "Bench", type: "minor", service_ids: [service?.id] },
  });
  const seconds = Math.ceil(((WARM_UP + POSTS) * (PAUSE_MS + 100) + SETTLE_MS) / 1000) + 2;
  const readers = await beginLoad(`${bench.url}/s/acme`, { headers: BROWSER, seconds });
  await sleep(SETTLE_MS);
  const times: Moments[] = [];
  for (let n = 0; n < WARM_UP + POSTS; n += 1) {
    times.push(await untilVisible(bench, incident?.id ?? 0, n));
    await sleep(PAUSE_MS);
  }
  const { requests_per_second, failures } = await readers.stop();
  const first = times.splice(0, WARM_UP)[0]?.sent_ms ?? Number.NaN;
  const told = (["acknowledged_ms", "sent_ms"] as const).map((since) => {
    const values = times.map((moments) => moments[since]);
    return {
      since: since.replace("_ms", ""),
      median: median(values),
      p99: percentile(values, 99),
      goal_ms: GOALS[since],
    };
  });
  say(
    "publish",
    `${POSTS} updates until a read shows them, after ${WARM_UP} to warm up (the very first took ${first.toFixed(0)} ms), under ${requests_per_second.toFixed(0)} page requests/s; failed page requests ${failures}`,
  );
  verdict(
    told.map(({ since, median: middle, p99, goal_ms }) => ({
      what: `since ${since}: median ${middle.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; goal p99 ≤ ${goal_ms} ms`,
      met: p99 <= goal_ms,
    })),
  );
}
