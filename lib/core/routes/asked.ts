import type { Declared, Kind } from "#lib/core/routes/route.ts";

/** What a visitor asks a page for: its path and query, by the names that the route declares. */
export type Asked<P extends string, Q extends string> = { readonly subdomain: string } & {
  readonly [N in P]: string;
} & { readonly [N in Q]?: string };

type Given = Readonly<Record<string, string | string[] | undefined>>;

function last(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.at(-1) : value;
}

/**
 * Takes what the route declares from what the framework found in an address, and leaves the rest.
 * @param params those in the path, and `host`: the page as its path under `/s/` names it
 */
export function askedOf<P extends string, Q extends string>(
  route: Declared<Kind, P, Q>,
  params: Given,
  query: Given,
): Asked<P, Q> {
  const names = [...route.pattern.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => name);
  const asked = {
    subdomain: decodeURIComponent(last(params.host) ?? ""),
    ...Object.fromEntries(names.map((name) => [name, last(params[name]) ?? ""])),
    ...Object.fromEntries(route.query.map((name) => [name, last(query[name])])),
  };
  return asked as Asked<P, Q>;
}
