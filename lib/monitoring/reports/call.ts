import { openEnvelope, type SnsMessage } from "#lib/monitoring/reports/sns-message.ts";

export type Call = {
  /** Query and body fields by lower-case name without `_` and `-`. */
  fields: ReadonlyMap<string, string>;
  /** The JSON sent, else all fields by their original names. undefined: nested too deeply. */
  record: unknown;
  /** Every placeholder is unfilled: the tool only tests the address. */
  is_trial: boolean;
  /** Neither JSON nor a form. */
  is_text?: boolean;
  /** SNS asks to confirm a subscription before it sends anything. */
  subscription?: SnsMessage;
};

const MAX_DEPTH = 64;
const MAX_FIELDS = 200;
const MAX_NAME = 100;
const MAX_VALUE = 2_000;
/** Fields of a form that hold the JSON, as GitHub, Uptime Kuma and others send it. */
const JSON_FIELDS = new Set(["payload", "data", "json", "body"]);
// Tools send the names of variables without a value: `*alertType*`, `$STATE`, `{{state}}`,
// `%state%`, `$SERVICESTATE$`, `<status>`.
const PLACEHOLDER =
  /^(?:\*\w+\*|%[a-z]\w*%?|\$[a-z_]\w*|\$[\w.:]+\$|[$%#]?\{+[^{}]*\}+|\$\([^()]*\)|<%[^<>]*%>|<[a-z][\w.-]*>|<no value>|null|undefined)$/i;

export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text.trim());
}

function isShallow(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((one) => isShallow(one, levels - 1));
}

const LOOKS_LIKE_JSON = /^[[{"]/;

/** @param text trimmed. @returns undefined: it is none */
export function jsonIn(text: string): unknown {
  if (!LOOKS_LIKE_JSON.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Pair = [name: string, value: string];

/** Detects multipart by the first line: the `Content-Type` cannot be trusted. */
async function partsIn(body: Buffer): Promise<Pair[] | undefined> {
  const [, boundary] = /^--([^\s"]{1,70})\r?\n/.exec(body.toString("latin1", 0, 80)) ?? [];
  if (boundary === undefined) return undefined;
  const headers = { "content-type": `multipart/form-data; boundary="${boundary}"` };
  try {
    const form = await new Response(new Uint8Array(body), { headers }).formData();
    return [...form].filter((pair): pair is Pair => typeof pair[1] === "string");
  } catch {
    return undefined;
  }
}

function pairsOf(record: unknown): Pair[] {
  if (typeof record !== "object" || record === null) return [];
  const pairs: Pair[] = [];
  for (const [name, value] of Object.entries(record)) {
    if (typeof value !== "object") pairs.push([name, String(value)]);
    if (pairs.length === MAX_FIELDS) break;
  }
  return pairs;
}

export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, "");
}

export function textOf(body: Buffer): string {
  return body
    .toString("utf8")
    .replace(/^\u{feff}/u, "")
    .trim();
}

type Body = { pairs: Pair[]; json: unknown; is_text: boolean };

export async function readBody(body: Buffer): Promise<Body> {
  const text = textOf(body);
  const json = jsonIn(text);
  if (json !== undefined) return { pairs: pairsOf(json), json, is_text: false };
  const parts = await partsIn(body);
  const pairs = parts ?? [...new URLSearchParams(text)];
  const is_text = !parts && text !== "" && (LOOKS_LIKE_JSON.test(text) || !text.includes("="));
  return { pairs, json: undefined, is_text };
}

function jsonOf(pairs: readonly Pair[]): object | undefined {
  const held = pairs.flatMap(([name, value]) =>
    JSON_FIELDS.has(name.toLowerCase()) ? [jsonIn(value.trim())] : [],
  );
  return held.find((value) => typeof value === "object" && value !== null) as object | undefined;
}

function fieldsOf(pairs: readonly Pair[]): Call["fields"] {
  return new Map(pairs.map(([name, value]) => [plainName(name), value.trim()]));
}

/**
 * Detects the encoding from the body, since tools send any `Content-Type`. Body fields override
 * query fields; JSON in a field of a form, or in an envelope of SNS, counts as the body.
 */
export async function readCall(url: string, body: Buffer | undefined): Promise<Call> {
  const query = [...new URL(url).searchParams];
  const sent = await readBody(body ?? Buffer.alloc(0));
  const message = openEnvelope(sent.json);
  const inner = message?.Type === "Notification" ? jsonIn(message.Message.trim()) : undefined;
  const json = inner ?? sent.json ?? jsonOf([...query, ...sent.pairs]);
  const pairs = [...query, ...(json === undefined ? sent.pairs : pairsOf(json))]
    .slice(0, MAX_FIELDS)
    .filter(([name]) => name !== "" && name.length <= MAX_NAME)
    .map(([name, value]): Pair => [name, value.slice(0, MAX_VALUE)]);
  const filled = pairs.filter(([, value]) => !isPlaceholder(value));
  const given = json === undefined ? Object.fromEntries(filled) : json;
  return {
    fields: fieldsOf(filled),
    record: isShallow(given) ? given : undefined,
    is_trial: pairs.length > 0 && filled.length === 0,
    ...(sent.is_text && { is_text: true }),
    ...(message && message.Type !== "Notification" && { subscription: message }),
  };
}
