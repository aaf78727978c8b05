import { programFile } from "#lib/server/build/programs.ts";
import { buildFolder } from "#lib/server/build/sources.ts";
import { startBare } from "./bare.ts";
import type { Bench } from "./bench.ts";
import { compare, inWords } from "./compare.ts";
import { BROWSER } from "./load.ts";
import { type Goal, say, verdict } from "./print.ts";

const PATH = "/s/acme";
// Only the front works for a cached page; what the others do meanwhile is none of its cost.
const FRONT = programFile("front", buildFolder());
const GOAL = 0.85;
const QUERIES = 5_000;

type Headers = Record<string, string>;

/** A page in either encoding, beside the same bytes from a bare server. */
export async function measurePages(bench: Bench): Promise<void> {
  const goals: Goal[] = [];
  const random = Array.from({ length: QUERIES }, (_, n) => ({
    path: `${PATH}?nonsense=${(n * 2_654_435_761) % 1_000_003}`,
  }));
  const encodings: [string, Headers][] = [
    ["br", BROWSER],
    ["identity", { "accept-language": "en" }],
  ];
  for (const [encoding, headers] of encodings) {
    // Compressed once before it is measured.
    await fetch(`${bench.url}${PATH}`, { headers });
    const bare = await startBare(`${bench.url}${PATH}`, headers, bench.folder);
    for (const [name, more] of [
      [`cached page, ${encoding}`, {}],
      [`cached page, ${encoding}, random query strings`, { requests: random }],
    ] as const) {
      const found = await compare(
        { url: `${bench.url}${PATH}`, process: bench.server.of(FRONT), headers, ...more },
        { ...bare, headers, ...more },
      );
      const { text, goal } = inWords(name, "bare node:http, same bytes", GOAL, found);
      say("pages", text);
      goals.push(goal);
    }
    await bare.process.end();
  }
  verdict(goals);
}
