import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Bench } from "./bench.ts";
import { compare } from "./compare.ts";
import { BROWSER, median, percentile } from "./load.ts";
import { type Goal, say } from "./print.ts";
import { freePort, Process } from "./processes.ts";

async function startBare(bench: Bench, path: string): Promise<{ url: string; process: Process }> {
  const { default: http } = await import("node:http");
  const captured = await new Promise<{ headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    http
      .get(`${bench.url}${path}`, { headers: BROWSER }, async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        const { date: _date, connection: _connection, "keep-alive": _alive, ...headers } = response.headers;
        resolve({ headers, body: Buffer.concat(chunks).toString("base64") });
      })
      .on("error", reject);
  });
  const file = join(bench.folder, "bytes.json");
  await writeFile(file, JSON.stringify(captured));
  const port = await freePort();
  const process = new Process(["tests/bench/bare.mjs", String(port), file]);
  await process.until(`http://127.0.0.1:${port}/`);
  return { url: `http://127.0.0.1:${port}/`, process };
}

async function cached(bench: Bench): Promise<Goal[]> {
  const path = "/s/acme";
  const bare = await startBare(bench, path);
  const goals: Goal[] = [];
  const queries = Array.from({ length: 500 }, (_, n) => `${path}?nonsense=${(n * 2_654_435_761) % 1_000_003}`);
  for (const [name, paths] of [
    ["cached page", undefined],
    ["cached page, random query strings", queries],
  ] as const) {
    const { ours, yardstick, ratio, cpu_ratio } = await compare(
      { url: `${bench.url}${path}`, process: bench.server, headers: BROWSER, ...(paths && { paths: [...paths] }) },
      { ...bare, headers: BROWSER },
    );
    say(
      "pages",
      `${name}: ${ours.requests_per_second.toFixed(0)} requests/s, p99 ${ours.p99_ms} ms; bare node:http, same bytes: ${yardstick.requests_per_second.toFixed(0)}, p99 ${yardstick.p99_ms} ms; failures ${ours.failures}`,
    );
    goals.push({ what: `${name}: ratio ${ratio.toFixed(2)} (by processor time ${cpu_ratio.toFixed(2)}); goal ≥ 0.7`, met: ratio >= 0.7 });
  }
  await bare.process.end();
  return goals;
}

/** Milliseconds of one page that no cache helps with (a request with a key is never answered from it). */
async function renderTimes(bench: Bench, subdomain: string, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const start = performance.now();
    const answer = await fetch(`${bench.url}/s/${subdomain}`, { headers: { authorization: bench.key } });
    await answer.arrayBuffer();
    if (answer.ok) times.push(performance.now() - start);
  }
  return times.slice(Math.floor(count / 4));
}

export async function measurePages(bench: Bench): Promise<Goal[]> {
  const goals = await cached(bench);
  for (const [subdomain, services] of [
    ["acme", 12],
    ["large", 478],
  ] as const) {
    const times = await renderTimes(bench, subdomain, 40);
    say(
      "render",
      `uncached page, ${services} services: median ${median(times).toFixed(1)} ms, p99 ${percentile(times, 99).toFixed(1)} ms, one at a time`,
    );
  }
  return goals;
}
