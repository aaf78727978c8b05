import { numberIn } from "#lib/site/words/visitor.ts";

/** A parameter of an address; undefined where it has no value. */
export function textIn(given: string | undefined): string | undefined {
  return given || undefined;
}

/** The id in a parameter; undefined where it has no value. */
export function idIn(given: string | undefined): number | undefined {
  return given ? numberIn(given) : undefined;
}

type Params = Record<string, string | number | null | undefined>;

/** A path with parameters; those without a value are left out. */
export function withQuery(path: string, params: Params): string {
  const set = Object.entries(params).filter(([, value]) => (value ?? null) !== null);
  const query = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
  return query ? `${path}?${query}` : path;
}
