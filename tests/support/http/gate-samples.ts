import type { PublicRoute } from "#lib/core/routes/route.ts";
import type { Concern, GatedPage, Records } from "#tests/support/http/gated-world.ts";

export type Sample = { path: string; concern: Concern | null };

const RECORDS: Record<string, keyof Records> = {
  service_id: "services",
  incident_id: "incidents",
  info_notice_id: "info_notices",
  services: "services",
  components: "services",
  incidents: "incidents",
  info_notices: "info_notices",
};

function collectionOf(pattern: string, name: string): keyof Records | undefined {
  const [, kind = ""] = /(\w+)\/\[id\]/.exec(pattern) ?? [];
  return RECORDS[name === "id" ? kind : name];
}

/** Paths that a route has on a page, each with whom the record that it names concerns. */
export function samplesOf({ pattern }: PublicRoute, { subdomain, records }: GatedPage): Sample[] {
  const values: Record<string, string> = {
    subdomain,
    day: new Date().toISOString().slice(0, 10),
    month: new Date().toISOString().slice(0, 7),
    year: new Date().toISOString().slice(0, 4),
    token: "x".repeat(32),
    file: "none.png",
  };
  let samples: Sample[] = [{ path: pattern.replace("/index.json", ".json"), concern: null }];
  for (const [, name = ""] of pattern.matchAll(/\[(\w+)\]/g)) {
    const collection = collectionOf(pattern, name);
    const ids = collection && Object.entries(records[collection]);
    const value = values[name];
    if (!ids && value === undefined)
      throw new Error(`${pattern}: say here what stands for [${name}]`);
    const choices = ids ?? [[null, value]];
    samples = samples.flatMap(({ path, concern }) =>
      choices.map(([named, chosen]) => ({
        path: path.replace(`[${name}]`, String(chosen)),
        concern: (named as Concern | null) ?? concern,
      })),
    );
  }
  return samples;
}
