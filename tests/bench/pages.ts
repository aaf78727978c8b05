import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Bench } from "./bench.ts";
import { compare } from "./compare.ts";
import { BROWSER } from "./load.ts";
import { type Goal, say, verdict } from "./print.ts";
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

/** A page as a browser asks for it, beside the same bytes from a bare server. */
export async function measurePages(bench: Bench): Promise<void> {
  const path = "/s/acme";
  const bare = await startBare(bench, path);
  const goals: Goal[] = [];
  const requests = Array.from({ length: 500 }, (_, n) => ({ path: `${path}?nonsense=${(n * 2_654_435_761) % 1_000_003}` }));
  for (const [name, options] of [
    ["cached page", {}],
    ["cached page, random query strings", { requests }],
  ] as const) {
    const { ours, yardstick, ratio, cpu_ratio } = await compare(
      { url: `${bench.url}${path}`, process: bench.server, headers: BROWSER, ...options },
      { ...bare, headers: BROWSER },
    );
    say(
      "pages",
      `${name}: ${ours.requests_per_second.toFixed(0)} requests/s, p99 ${ours.p99_ms} ms; bare node:http, same bytes: ${yardstick.requests_per_second.toFixed(0)}, p99 ${yardstick.p99_ms} ms; failures ${ours.failures}`,
    );
    goals.push({ what: `${name}: ratio ${ratio.toFixed(2)} (by processor time ${cpu_ratio.toFixed(2)}); goal ≥ 0.7`, met: ratio >= 0.7 });
  }
  await bare.process.end();
  verdict(goals);
}
