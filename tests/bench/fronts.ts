import { cpus } from "node:os";
import { another } from "./another.ts";
import type { Bench } from "./bench.ts";
import { BROWSER, load, median } from "./load.ts";
import { say } from "./print.ts";
import type { Load } from "./wrk.ts";

const ROUNDS = 3;
const CONNECTIONS = 100;
const PAGE = "/s/acme";

function busy_ms(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.sys + times.nice, 0);
}

/** How much more two fronts serve than one, and how much of the machine was busy. */
export async function measureFronts(bench: Bench): Promise<void> {
  const sides = await Promise.all([another(bench), another(bench, { FRONTS: "2" })]);
  const [one, two] = sides;
  for (const { url, server } of sides) await server.until(`${url}${PAGE}`);
  const rates: Record<string, number[]> = { [one.url]: [], [two.url]: [] };
  const shares: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const { url } of sides) {
      const [since, busy] = [performance.now(), busy_ms()];
      const options = { headers: BROWSER, connections: CONNECTIONS };
      const found: Load = await load(`${url}${PAGE}`, options);
      const elapsed_ms = (performance.now() - since) * cpus().length;
      // The first round warms up.
      if (round === 0) continue;
      rates[url]?.push(found.requests_per_second);
      shares.push((busy_ms() - busy) / elapsed_ms);
    }
  const [alone, both] = sides.map(({ url }) => median(rates[url] ?? []));
  for (const { end } of sides) await end();
  say(
    "fronts",
    `one: ${alone?.toFixed(0)} requests/s, two: ${both?.toFixed(0)}, ratio ${((both ?? 0) / (alone ?? 1)).toFixed(2)}; the machine was ${(100 * median(shares)).toFixed(0)} % busy, load generator and other programs included`,
  );
}
