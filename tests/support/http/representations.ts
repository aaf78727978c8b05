import { isSecret, type PublicRoute } from "#lib/core/routes/route.ts";
import { API_ROUTES, PAGE_ROUTES } from "#lib/core/routes/routes.ts";
import type { Response } from "#tests/support/http/http.ts";
import type { TestServer } from "#tests/support/server/server.ts";

/** Ids of what paths name, and a day long ago. */
export type Named = { service: number; incident: number; notice: number; day: string };
export type Representation = { route: PublicRoute; path: string };

function pathValue(route: PublicRoute, name: string, named: Named, subdomain: string): string {
  const [, kind = ""] = /(\w+)\/\[id\]/.exec(route.pattern) ?? [];
  const values: Record<string, string | number> = {
    subdomain,
    service_id: named.service,
    incident_id: named.incident,
    info_notice_id: named.notice,
    day: named.day,
    file: "none.png",
  };
  const byKind = {
    services: "service",
    components: "service",
    incidents: "incident",
    info_notices: "notice",
  } as const;
  const value = name === "id" ? named[byKind[kind as keyof typeof byKind]] : values[name];
  if (value === undefined) throw new Error(`${route.pattern}: say here what stands for [${name}]`);
  return String(value);
}

/** What else can be asked for of the past. */
function queryOf({ query }: PublicRoute, { day, service }: Named): string {
  const asked = { from: day, to: day, month: day.slice(0, "YYYY-MM".length), service };
  const known = Object.entries(asked).filter(([name]) => query.includes(name));
  const pairs = known.map(([name, value]) => [name, String(value)]);
  return known.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
}

/** Every address of a page and of its reads, without those that are secrets; also about the past. */
export function representationsOf(subdomain: string, named: Named): Representation[] {
  const routes = [...PAGE_ROUTES, ...API_ROUTES].filter((route) => !isSecret(route));
  return routes.flatMap((route) => {
    const pattern = route.pattern.replace("/index.json", ".json");
    const path = pattern.replaceAll(/\[(\w+)\]/g, (_, name) =>
      pathValue(route, name, named, subdomain),
    );
    const base = API_ROUTES.includes(route) ? `/api/v2${path}` : path;
    const query = queryOf(route, named);
    return [base, ...(query ? [base + query] : [])].map((each) => ({ route, path: each }));
  });
}

const AT_ONCE = 6;

/** What each answers, by its path. */
export async function readAll(
  server: TestServer,
  subdomain: string,
  all: readonly Representation[],
  headers: Record<string, string> = {},
): Promise<Map<string, Response>> {
  const answers = new Map<string, Response>();
  const rest = all.map(({ path }) => path);
  const readOn = async (): Promise<void> => {
    for (let path = rest.shift(); path !== undefined; path = rest.shift()) {
      let answer = await server.visit(subdomain, path, { headers });
      // As a client does that is told to come again.
      while (answer.status === 503) answer = await server.visit(subdomain, path, { headers });
      answers.set(path, answer);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readOn));
  return answers;
}
