import type { Bench } from "./bench.ts";
import { compare, inWords } from "./compare.ts";
import { type Goal, say, verdict } from "./print.ts";

// Until V8 has optimized what is called: later figures differ little.
const WARM_UP_S = 12;

export async function firstServiceId(bench: Bench): Promise<number> {
  const answer = await fetch(`${bench.url}/api/v2/status_pages/acme/services?limit=1`, {
    headers: { authorization: bench.key },
  });
  const { services } = (await answer.json()) as { services: { id: number }[] };
  return services[0]?.id ?? 0;
}

export async function measureApi(bench: Bench): Promise<void> {
  const id = await firstServiceId(bench);
  const cases: { name: string; path: string; headers: Record<string, string>; goal: number }[] = [
    { name: "GET …/status", path: "/api/v2/status_pages/acme/status", headers: {}, goal: 8 },
    {
      name: "GET …/services/{id} with a key",
      path: `/api/v2/status_pages/acme/services/${id}`,
      headers: { authorization: bench.key },
      goal: 0.5,
    },
  ];
  const goals: Goal[] = [];
  for (const { name, path, headers, goal } of cases) {
    const found = await compare(
      { url: `${bench.url}${path}`, process: bench.server, headers },
      bench.yardstick,
      WARM_UP_S,
    );
    const told = inWords(name, "empty Next route handler", goal, found);
    say("api", told.text);
    goals.push(told.goal);
  }
  verdict(goals);
}
