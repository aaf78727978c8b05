import { setTimeout as sleep } from "node:timers/promises";
import { programFile } from "#lib/server/build/programs.ts";
import { buildFolder } from "#lib/server/build/sources.ts";
import type { Bench } from "./bench.ts";
import { BROWSER, beginLoad, median } from "./load.ts";
import { say, verdict } from "./print.ts";
import type { Process } from "./processes.ts";

const RATE = 10_000;
const APP = programFile("app", buildFolder());
const FRONT = programFile("front", buildFolder());
const APP_KILLS = Number(process.env.BENCH_KILLS ?? 20);
const FRONT_KILLS = 5;
const CALM_MS = 500;
const GIVE_UP_MS = 30_000;
const LOOK_MS = 10;

/** Kills a process. @returns milliseconds until something works again that needs it */
async function kill(server: Process, file: string, works: () => Promise<boolean>): Promise<number> {
  const killed = server.pidOf(file);
  const since = performance.now();
  process.kill(killed, "SIGKILL");
  for (;;) {
    const elapsed = performance.now() - since;
    if (server.pidOf(file) !== killed && (await works().catch(() => false))) return elapsed;
    if (elapsed > GIVE_UP_MS) throw new Error(`${file} did not come back`);
    await sleep(LOOK_MS);
  }
}

const inMs = (values: number[]) =>
  `median ${median(values).toFixed(0)} ms, at most ${Math.max(...values).toFixed(0)} ms`;

/** What visitors notice of processes that are killed, and how soon these are back. */
export async function measureCrashes({ server, url, key }: Bench): Promise<void> {
  const page = `${url}/s/acme`;
  const answers = async (path: string, headers = {}) =>
    (await fetch(url + path, { headers: { connection: "close", ...headers } })).status === 200;
  const works = () => answers("/api/v2/status_pages/acme/services", { authorization: key });
  await fetch(page, { headers: BROWSER });
  const seconds = (APP_KILLS * GIVE_UP_MS) / 1_000;
  const visitors = await beginLoad(page, { headers: BROWSER, seconds }, RATE);
  const app: number[] = [];
  for (let n = 0; n < APP_KILLS; n++) {
    app.push(await kill(server, APP, works));
    await sleep(CALM_MS);
  }
  const { failures, ...seen } = await visitors.stop();
  const front: number[] = [];
  for (let n = 0; n < FRONT_KILLS; n++) {
    front.push(await kill(server, FRONT, () => answers("/s/acme", BROWSER)));
    await sleep(CALM_MS);
  }
  say(
    "processes",
    `the app killed ${APP_KILLS} times under ${seen.requests_per_second.toFixed(0)} requests/s of a cached page: p50 ${seen.p50_ms} ms, p99 ${seen.p99_ms} ms`,
  );
  verdict([
    {
      what: `${failures} cached pages failed, p99.9 ${seen.p99_9_ms} ms; goal 0, ≤ 50 ms`,
      met: failures === 0 && seen.p99_9_ms <= 50,
    },
    { what: `calls work again: ${inMs(app)}; goal ≤ 3 s`, met: Math.max(...app) <= 3_000 },
    { what: `the front is back: ${inMs(front)}; goal ≤ 1 s`, met: Math.max(...front) <= 1_000 },
  ]);
}
