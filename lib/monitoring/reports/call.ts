/** What a call says, however it was sent. */
export type Call = {
  /** Fields of the query and of the body, by their names in lower case, without `_` and `-`. */
  fields: ReadonlyMap<string, string>;
  /** What the body is: its JSON, or else all fields as they are called. undefined: too nested. */
  record: unknown;
  /** All placeholders came as they are written: the tool only tried. */
  is_trial: boolean;
};

const MAX_DEPTH = 64;
const MAX_FIELDS = 200;
const MAX_NAME = 100;
const MAX_VALUE = 2_000;
// Tools send the name of what they have no value for: `*alertType*`, `$STATE`, `{{state}}`, `%state%`.
const PLACEHOLDER = /^(?:\*\w+\*|%\w+%|\$[a-z_]\w*|\$?\{+[^{}]*\}+|<no value>|null|undefined)$/i;

/** Whether a text stands where a tool had no value. */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text.trim());
}

/** Whether nothing lies deeper than so many levels. */
function isShallow(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((one) => isShallow(one, levels - 1));
}

function jsonIn(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

/** The fields of a form with parts, whatever it is called: its first line is what parts them. */
async function partsIn(body: Buffer): Promise<[string, string][] | undefined> {
  const [, boundary] = /^--([^\s"]{1,70})\r?\n/.exec(body.toString("latin1", 0, 80)) ?? [];
  if (boundary === undefined) return undefined;
  const headers = { "content-type": `multipart/form-data; boundary="${boundary}"` };
  try {
    const form = await new Response(new Uint8Array(body), { headers }).formData();
    return [...form].filter((pair): pair is [string, string] => typeof pair[1] === "string");
  } catch {
    return undefined;
  }
}

/** The first fields of a record that are no records themselves. */
function pairsOf(record: object): [string, string][] {
  const pairs: [string, string][] = [];
  for (const name in record) {
    const value: unknown = record[name as keyof typeof record];
    if (typeof value !== "object") pairs.push([name, String(value)]);
    if (pairs.length === MAX_FIELDS) break;
  }
  return pairs;
}

/** What a body has, if it is a form: in parts, or as a query. */
async function formIn(body: Buffer, text: string): Promise<[string, string][]> {
  return (await partsIn(body)) ?? [...new URLSearchParams(text)];
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, "");
}

/**
 * The fields of a form or of JSON by their plain names, whatever they are called; those of a query
 * have theirs.
 */
export async function pairsIn(body: Buffer): Promise<[name: string, value: string][]> {
  const text = body.toString("utf8").trim();
  const json = jsonIn(text);
  const pairs = json ? pairsOf(json) : await formIn(body, text);
  return pairs.slice(0, MAX_FIELDS).map(([name, value]) => [plainName(name), value]);
}

/**
 * Reads a call by what its body looks like: tools say all kinds of things in its `Content-Type`.
 * What the body says counts before what the query says.
 */
export async function readCall(url: string, body: Buffer | undefined): Promise<Call> {
  const bytes = body ?? Buffer.alloc(0);
  const text = bytes.toString("utf8").trim();
  const json = jsonIn(text);
  const query = [...new URL(url).searchParams];
  const sent = json ? pairsOf(json) : await formIn(bytes, text);
  const pairs = [...query, ...sent]
    .slice(0, MAX_FIELDS)
    .filter(([name]) => name !== "" && name.length <= MAX_NAME)
    .map(([name, value]) => [name, value.slice(0, MAX_VALUE)] as const);
  const filled = pairs.filter(([, value]) => !isPlaceholder(value));
  return {
    fields: new Map(filled.map(([name, value]) => [plainName(name), value.trim()])),
    record: json && !isShallow(json) ? undefined : (json ?? Object.fromEntries(filled)),
    is_trial: pairs.length > 0 && filled.length === 0,
  };
}
