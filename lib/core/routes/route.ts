import { SAFE_METHODS } from "#lib/platform/http/protocol.ts";

export const MAX_SECONDS = 60;

/**
 * `feed`: a document for programs. `data`: the same in every language. `image`: never acts. `form`:
 * for one visitor or script, never cached.
 */
export type Kind = "document" | "feed" | "data" | "image" | "form";

type Choices = Readonly<Partial<Record<string, readonly string[]>>>;

export type PublicRoute = {
  /** A segment in brackets matches any and names it. */
  readonly pattern: string;
  /** All other parameters are dropped before rendering. */
  readonly query: readonly string[];
  readonly choices: Choices;
  readonly kind: Kind;
  /** Maximum lifetime of a copy; 0: never cached. */
  readonly seconds: number;
  /** Whether the last good copy is kept on disk for outages. */
  readonly kept: boolean;
  /** Whether content at an address never changes; access still can. */
  readonly unchanging: boolean;
  readonly status: 200 | 403 | 404;
  /** Whether it also answers those who may not see the page. */
  readonly before_gate: boolean;
  readonly markdown: string | null;
  readonly negotiated: boolean;
  readonly cors: boolean;
  /** Accepts posts from any origin, since they need no session. */
  readonly any_origin: boolean;
  readonly methods: readonly string[];
};

/** Invariant: reading an undeclared name does not compile. */
export interface Declared<K extends Kind, in out P extends string, in out Q extends string>
  extends PublicRoute {
  readonly kind: K;
  readonly query: readonly Q[];
  /** Never set: it carries the path's names for the compiler. */
  readonly path_names?: P;
}

type PathNames<Pattern extends string> = Pattern extends `${string}[${infer Name}]${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

type Options<Q extends string> = {
  query?: readonly Q[];
  choices?: Choices;
  kept?: boolean;
  markdown?: string;
};

function declared<K extends Kind, const Pattern extends string, Q extends string>(
  kind: K,
  pattern: Pattern,
  query: readonly Q[],
  { choices = {}, kept = true, markdown }: Options<string>,
): Declared<K, PathNames<Pattern>, Q> {
  const isForm = kind === "form";
  const cors = kind === "data" && pattern.endsWith(".json");
  const reading = cors ? [...SAFE_METHODS, "OPTIONS"] : SAFE_METHODS;
  return {
    pattern,
    query,
    choices,
    kind,
    kept: kept && !isForm,
    seconds: isForm ? 0 : MAX_SECONDS,
    unchanging: false,
    status: 200,
    before_gate: false,
    markdown: markdown ?? null,
    negotiated: markdown !== undefined,
    cors,
    any_origin: false,
    methods: isForm ? [...SAFE_METHODS, "POST"] : reading,
  };
}

export function document<const Pattern extends string, const Q extends string = never>(
  pattern: Pattern,
  options: Options<Q> = {},
) {
  return declared("document", pattern, ["lang", ...(options.query ?? [])], options);
}

/** Kept where all its parameters have few values. */
export function feed<const Pattern extends string, const Q extends string = never>(
  pattern: Pattern,
  { query = [], choices = {} }: Pick<Options<Q>, "query" | "choices"> = {},
) {
  const kept = query.every((name) => choices[name] !== undefined);
  return declared("feed", pattern, ["lang", ...query], { kept, choices });
}

export function markdown<const Pattern extends string>(pattern: Pattern) {
  return { ...feed(pattern), negotiated: true };
}

export function data<const Pattern extends string, const Q extends string = never>(
  pattern: Pattern,
  { query = [] }: Pick<Options<Q>, "query"> = {},
) {
  return declared("data", pattern, query, { kept: query.length === 0 });
}

export function image<const Pattern extends string, const Q extends string = never>(
  pattern: Pattern,
  { query = [], choices }: Pick<Options<Q>, "query" | "choices"> = {},
) {
  return declared("image", pattern, query, { choices });
}

/** A picture whose address is its content. */
export function file<const Pattern extends string>(pattern: Pattern) {
  return { ...image(pattern), unchanging: true };
}

export function form<const Pattern extends string, const Q extends string = never>(
  pattern: Pattern,
  { query = [] }: Pick<Options<Q>, "query"> = {},
) {
  return declared("form", pattern, ["lang", ...query], {});
}

/** A form without a page of its own. */
export function postOnly<const Pattern extends string>(pattern: Pattern) {
  return { ...form(pattern), methods: ["POST"] };
}

/** Knowing the path is the right to use it: mail programs post there (RFC 8058). */
export function link<const Pattern extends string, const Q extends string = never>(
  pattern: Pattern,
  options: Pick<Options<Q>, "query"> = {},
) {
  return { ...form(pattern, options), any_origin: true };
}

/** Scripts of any site may post; they are answered as strangers. */
export function inbox<const Pattern extends string>(pattern: Pattern, methods: readonly string[]) {
  return { ...form(pattern), methods: [...methods, "OPTIONS"], cors: true, any_origin: true };
}

export function isInbox({ kind, cors }: PublicRoute): boolean {
  return kind === "form" && cors;
}

export function isSecret({ pattern }: PublicRoute): boolean {
  return pattern.includes("[token]");
}

export type PageRequest<P extends string, Q extends string> = { readonly subdomain: string } & {
  readonly [N in P]: string;
} & { readonly [N in Q]?: string };

type Given = Readonly<Record<string, string | string[] | undefined>>;

function last(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.at(-1) : value;
}

/** Drops what the route does not declare. @param params those in the path; `host` names the page */
export function pageRequest<P extends string, Q extends string>(
  route: Declared<Kind, P, Q>,
  params: Given,
  query: Given,
): PageRequest<P, Q> {
  const names = [...route.pattern.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => name);
  const asked = {
    subdomain: decodeURIComponent(last(params.host) ?? ""),
    ...Object.fromEntries(names.map((name) => [name, last(params[name]) ?? ""])),
    ...Object.fromEntries(route.query.map((name) => [name, last(query[name])])),
  };
  return asked as PageRequest<P, Q>;
}
