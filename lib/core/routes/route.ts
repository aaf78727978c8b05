import { SAFE_METHODS } from "#lib/platform/http/protocol.ts";

/** How long a copy may be used without a word that something changed. */
export const MAX_SECONDS = 60;

/**
 * `document`: a page, in the visitor's language. `feed`: the same for programs. `data`: alike in
 * every language. `image`: what is drawn or was uploaded; it never acts. `form`: a page for one
 * visitor, which takes their POST, or an inbox, which takes those of scripts; it is never kept.
 */
export type Kind = "document" | "feed" | "data" | "image" | "form";

type Choices = Readonly<Partial<Record<string, readonly string[]>>>;

/** What visitors can ask for at a path, as the front knows it. */
export type PublicRoute = {
  /** A segment in brackets stands for any, under that name. */
  readonly pattern: string;
  /**
   * The query parameters it knows. All others are dropped, before rendering too: they cost neither
   * a render nor memory.
   */
  readonly query: readonly string[];
  /** Of parameters that have few values, these: any other is dropped, too. */
  readonly choices: Choices;
  readonly kind: Kind;
  /** How long a copy is true at most; 0: there is none. */
  readonly seconds: number;
  /** Whether its last good copy is kept on disk, for a restart during an outage. */
  readonly kept: boolean;
  /** Whether the content at an address never changes; who may see it can change. */
  readonly unchanging: boolean;
  /** The status of its responses. */
  readonly status: 200 | 403 | 404;
  /** Whether it is for those, too, who may not see the page: nothing of it is read there. */
  readonly before_gate: boolean;
  /** The pattern of the Markdown version, for clients that prefer `text/markdown`. */
  readonly markdown: string | null;
  /** Whether `Accept` has a say in what is sent. */
  readonly negotiated: boolean;
  /** Whether scripts of other sites may read it, or send to it. */
  readonly cors: boolean;
  /** Whether a POST is taken from pages of every origin: what it does needs no session. */
  readonly any_origin: boolean;
  readonly methods: readonly string[];
};

/**
 * A route together with the names that its path and its query have. Invariant: who reads other
 * names than it declares does not compile.
 */
export interface Declared<K extends Kind, in out P extends string, in out Q extends string>
  extends PublicRoute {
  readonly kind: K;
  readonly query: readonly Q[];
  /** Never there: by it the compiler knows the names in the path. */
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
    cors: kind === "data" && pattern.endsWith(".json"),
    any_origin: false,
    methods: isForm ? [...SAFE_METHODS, "POST"] : SAFE_METHODS,
  };
}

/** A page. `markdown`: where its twin is, made by `markdown()`. */
export function document<const Pattern extends string, const Q extends string = never>(
  pattern: Pattern,
  options: Options<Q> = {},
) {
  return declared("document", pattern, ["lang", ...(options.query ?? [])], options);
}

/** A feed, calendar or file; `query`: what else it depends on: that is not kept on disk. */
export function feed<const Pattern extends string, const Q extends string = never>(
  pattern: Pattern,
  { query = [] }: Pick<Options<Q>, "query"> = {},
) {
  return declared("feed", pattern, ["lang", ...query], { kept: query.length === 0 });
}

/** The twin of a page in Markdown. */
export function markdown<const Pattern extends string>(pattern: Pattern) {
  return { ...feed(pattern), negotiated: true };
}

/** JSON or text, alike in every language. What depends on a query is not kept on disk. */
export function data<const Pattern extends string, const Q extends string = never>(
  pattern: Pattern,
  { query = [] }: Pick<Options<Q>, "query"> = {},
) {
  return declared("data", pattern, query, { kept: query.length === 0 });
}

/** A picture; `query`: what else it depends on. */
export function image<const Pattern extends string, const Q extends string = never>(
  pattern: Pattern,
  { query = [], choices }: Pick<Options<Q>, "query" | "choices"> = {},
) {
  return declared("image", pattern, query, { choices });
}

/** A picture that is called by what it is. */
export function file<const Pattern extends string>(pattern: Pattern) {
  return { ...image(pattern), unchanging: true };
}

/** A page with a form, or what a form is sent to. Nothing else on a page takes a POST. */
export function form<const Pattern extends string, const Q extends string = never>(
  pattern: Pattern,
  { query = [] }: Pick<Options<Q>, "query"> = {},
) {
  return declared("form", pattern, ["lang", ...query], {});
}

/** A form that knowing the path is the right to use: mail programs post there, too (RFC 8058). */
export function link<const Pattern extends string, const Q extends string = never>(
  pattern: Pattern,
  options: Pick<Options<Q>, "query"> = {},
) {
  return { ...form(pattern, options), any_origin: true };
}

/** What scripts of any site send to, whoever runs them: it is answered as if to a stranger. */
export function inbox<const Pattern extends string>(pattern: Pattern, methods: readonly string[]) {
  return { ...form(pattern), methods: [...methods, "OPTIONS"], cors: true, any_origin: true };
}

/** Whether it was made by `inbox()`. */
export function isInbox({ kind, cors }: PublicRoute): boolean {
  return kind === "form" && cors;
}

/** Whether knowing the path is enough to use it, so that it must be kept secret. */
export function isSecret({ pattern }: PublicRoute): boolean {
  return pattern.includes("[token]");
}

/** What a visitor asks a page for: its path and query, by the names that the route declares. */
export type PageRequest<P extends string, Q extends string> = { readonly subdomain: string } & {
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
