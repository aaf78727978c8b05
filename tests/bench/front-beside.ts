import { programFile } from "#lib/server/build/programs.ts";
import { buildFolder } from "#lib/server/build/sources.ts";
import { another } from "./another.ts";
import { startBare } from "./bare.ts";
import type { Bench } from "./bench.ts";
import { figures, measureOnce, middle, type Side } from "./compare.ts";
import { nginxVersion, startNginx } from "./nginx.ts";
import { say } from "./print.ts";

const FRONT = programFile("front", buildFolder());
const PATH = "/s/acme";
const CONNECTIONS = [32, 256];
const ENCODINGS = ["br", "gzip", "identity"];
const ROUNDS = 3;
const SECONDS = 2;
const QUERIES = 1_000;

const QUERIED = Array.from({ length: QUERIES }, (_, n) => ({
  path: `${PATH}?utm_source=${(n * 2_654_435_761) % 1_000_003}`,
}));

type Started = { url: string; process: Side["process"] };

/** Each in turn: medians of the rounds, after a warm-up. */
async function sayInTurn(name: string, sides: Record<string, Side>): Promise<void> {
  const runs = Object.keys(sides).map((): Awaited<ReturnType<typeof measureOnce>>[] => []);
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [index, side] of Object.values(sides).entries()) {
      const found = await measureOnce(side);
      if (round > 0) runs[index]?.push(found);
    }
  const texts = Object.keys(sides).map(
    (side, index) => `${side} ${figures(middle(runs[index] ?? []))}`,
  );
  say("front", `${name}: ${texts.join("; ")}`);
}

async function measureState(state: string, bench: Bench, ours: Started): Promise<void> {
  for (const encoding of ENCODINGS) {
    const headers = { "accept-encoding": encoding, "accept-language": "en" };
    await fetch(ours.url, { headers });
    const bare = await startBare(ours.url, headers, bench.folder);
    const nginx = nginxVersion ? await startNginx(ours.url, headers, bench.folder) : null;
    const all = { ours, "node:http": bare, ...(nginx && { [`nginx ${nginxVersion}`]: nginx }) };
    for (const connections of CONNECTIONS)
      for (const [query, requests] of [
        ["", undefined],
        [", random queries", QUERIED],
      ] as const) {
        const options = { headers, connections, seconds: SECONDS, ...(requests && { requests }) };
        const sides = Object.entries(all).map(([name, side]) => [name, { ...side, ...options }]);
        const name = `${state}, ${encoding}, ${connections} connections${query}`;
        await sayInTurn(name, Object.fromEntries(sides));
      }
    await Promise.all([bare.process.end(), nginx?.process.end()]);
  }
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
  await measureState("fresh", bench, ours);
  await mix(url);
  await measureState("after the mix of an outage", bench, ours);
  await end();
}
