import { programFile } from "#lib/server/build/programs.ts";
import { buildFolder } from "#lib/server/build/sources.ts";
import { another } from "./another.ts";
import { startBare } from "./bare.ts";
import type { Bench } from "./bench.ts";
import { figures, type Measured, measureOnce, middle, type Side } from "./compare.ts";
import { median } from "./load.ts";
import { nginxVersion, startNginx } from "./nginx.ts";
import { type Goal, say, verdict } from "./print.ts";

const FRONT = programFile("front", buildFolder());
const PATH = "/s/acme";
const CONNECTIONS = [32, 256];
const ENCODINGS = ["br", "gzip", "identity"];
const ROUNDS = 3;
const SECONDS = 2;
const BARE = "node:http";
const MIN_RATIO_BARE = 1.15;
const MIN_RATIO_NGINX = 1;
const MAX_P99_RATIO = 1.5;
const QUERIES = 1_000;

const QUERIED = Array.from({ length: QUERIES }, (_, n) => ({
  path: `${PATH}?utm_source=${(n * 2_654_435_761) % 1_000_003}`,
}));

type Started = { url: string; process: Side["process"] };

/** Each in turn, after a warm-up. @returns how the first compares with the others */
async function compareInTurn(name: string, sides: Record<string, Side>): Promise<Goal[]> {
  const runs = Object.keys(sides).map((): Measured[] => []);
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [index, side] of Object.values(sides).entries()) {
      const found = await measureOnce(side);
      if (round > 0) runs[index]?.push(found);
    }
  const texts = Object.keys(sides).map(
    (side, index) => `${side} ${figures(middle(runs[index] ?? []))}`,
  );
  say("front", `${name}: ${texts.join("; ")}`);
  const [ours = [], ...others] = runs;
  return Object.keys(sides)
    .slice(1)
    .map((side, index) => judge(`${name}, beside ${side}`, side, ours, others[index] ?? []));
}

function judge(what: string, side: string, ours: Measured[], others: Measured[]): Goal {
  const ratio = (of: "cpu_us" | "p99_ms") =>
    median(ours.map((run, round) => (others[round]?.[of] ?? Number.NaN) / run[of]));
  const isBare = side === BARE;
  const goal = isBare ? MIN_RATIO_BARE : MIN_RATIO_NGINX;
  const [speed, latency] = [ratio("cpu_us"), 1 / ratio("p99_ms")];
  const beside = isBare ? "" : `; goal ≤ ${MAX_P99_RATIO}`;
  return {
    what: `${what}: ratio ${speed.toFixed(2)} by processor time; goal ≥ ${goal}; p99 ${latency.toFixed(2)} times${beside}`,
    met: speed >= goal && (isBare || latency <= MAX_P99_RATIO),
  };
}

async function measureState(state: string, bench: Bench, ours: Started): Promise<Goal[]> {
  const goals: Goal[] = [];
  for (const encoding of ENCODINGS) {
    const headers = { "accept-encoding": encoding, "accept-language": "en" };
    await fetch(ours.url, { headers });
    const bare = await startBare(ours.url, headers, bench.folder);
    const nginx = nginxVersion ? await startNginx(ours.url, headers, bench.folder) : null;
    const all = { ours, [BARE]: bare, ...(nginx && { [`nginx ${nginxVersion}`]: nginx }) };
    for (const connections of CONNECTIONS)
      for (const [query, requests] of [
        ["", undefined],
        [", random queries", QUERIED],
      ] as const) {
        const options = { headers, connections, seconds: SECONDS, ...(requests && { requests }) };
        const sides = Object.entries(all).map(([name, side]) => [name, { ...side, ...options }]);
        const name = `${state}, ${encoding}, ${connections} connections${query}`;
        goals.push(...(await compareInTurn(name, Object.fromEntries(sides))));
      }
    await Promise.all([bare.process.end(), nginx?.process.end()]);
  }
  return goals;
}

/**
 * A cached page beside nginx, where it is installed, and bare node:http, all with the same bytes.
 * @param mix sends the requests of an outage
 */
export async function measureBeside(
  bench: Bench,
  mix: (url: string) => Promise<unknown>,
): Promise<void> {
  const { url, server, end } = await another(bench);
  const ours = { url: `${url}${PATH}`, process: server.of(FRONT) };
  await server.until(ours.url);
  const fresh = await measureState("fresh", bench, ours);
  await mix(url);
  const aged = await measureState("after the mix of an outage", bench, ours);
  await end();
  verdict([...fresh, ...aged]);
}
