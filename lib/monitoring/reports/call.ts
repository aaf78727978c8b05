import type { Mail } from "#lib/monitoring/reports/report-parser.ts";

export type Call = {
  /** Query and body fields by lower-case name without `_` and `-`. */
  fields: ReadonlyMap<string, string>;
  /** The JSON body, else all fields by their original names. undefined: nested too deeply. */
  record: unknown;
  /** Every placeholder is unfilled: the tool only tests the address. */
  is_trial: boolean;
};

const MAX_DEPTH = 64;
const MAX_FIELDS = 200;
const MAX_NAME = 100;
const MAX_VALUE = 2_000;
// Tools send the names of variables without a value: `*alertType*`, `$STATE`, `{{state}}`,
// `%state%`.
const PLACEHOLDER = /^(?:\*\w+\*|%\w+%|\$[a-z_]\w*|\$?\{+[^{}]*\}+|<no value>|null|undefined)$/i;

export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text.trim());
}

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

/** Detects multipart by the first line: the `Content-Type` cannot be trusted. */
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

function pairsOf(record: object): [string, string][] {
  const pairs: [string, string][] = [];
  for (const name in record) {
    const value: unknown = record[name as keyof typeof record];
    if (typeof value !== "object") pairs.push([name, String(value)]);
    if (pairs.length === MAX_FIELDS) break;
  }
  return pairs;
}

async function formIn(body: Buffer, text: string): Promise<[string, string][]> {
  return (await partsIn(body)) ?? [...new URLSearchParams(text)];
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, "");
}

async function pairsIn(body: Buffer): Promise<[name: string, value: string][]> {
  const text = body.toString("utf8").trim();
  const json = jsonIn(text);
  const pairs = json ? pairsOf(json) : await formIn(body, text);
  return pairs.slice(0, MAX_FIELDS).map(([name, value]) => [plainName(name), value]);
}

/**
 * Detects the encoding from the body, since tools send any `Content-Type`. Body fields override
 * query fields.
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

export type IncomingMail =
  | { raw: Uint8Array /** Where the mail itself has none. */; subject?: string }
  | { mail: Pick<Mail, "subject" | "text"> };

/** A posted mail and its recipients; none: the mail names them. */
type PostedMail = { recipients: string[]; post: IncomingMail };

const MAX_RECIPIENTS = 50;
const MAX_ADDRESSES = 16_384;
const MAX_TEXT = 65_536;

// Field names of Mailgun, SendGrid, Postmark and others, without `-` and `_`.
const RECIPIENT = ["recipient", "originalrecipient"];
const RAW = ["bodymime", "email", "rawemail"];
const TEXT = ["bodyplain", "textbody", "text", "plain"];
const HTML = ["bodyhtml", "htmlbody", "html"];

// Start of a raw mail.
const HEADER = /^(?:From |[A-Za-z][\w-]{0,75}:[ \t])/;

function addressesIn(text: string): string[] {
  const found = text.slice(0, MAX_ADDRESSES).match(/[^\s<>,;"]{1,100}@[^\s<>,;"]{1,255}/g);
  return (found ?? []).slice(0, MAX_RECIPIENTS);
}

/** SendGrid sends the envelope as JSON. */
function envelopeOf(text: string | undefined): string[] {
  try {
    const { to } = JSON.parse(text ?? "{}") as { to?: unknown };
    return Array.isArray(to) ? to.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

function recipientsOf(fields: ReadonlyMap<string, string>, url: string): string[] {
  const asked = new URL(url).searchParams.getAll("recipient");
  if (asked.length > 0) return asked;
  const named = RECIPIENT.flatMap((name) => addressesIn(fields.get(name) ?? ""));
  const delivered = [...named, ...envelopeOf(fields.get("envelope"))];
  return delivered.length > 0 ? delivered : addressesIn(fields.get("to") ?? "");
}

/** undefined: a raw mail. */
async function fieldsIn(body: Buffer): Promise<ReadonlyMap<string, string> | undefined> {
  if (HEADER.test(body.toString("latin1", 0, 200))) return undefined;
  const fields = new Map(await pairsIn(body));
  const isForm = ["subject", ...RAW, ...RECIPIENT].some((name) => fields.has(name));
  return isForm ? fields : undefined;
}

function first(fields: ReadonlyMap<string, string>, names: readonly string[]): string {
  return names.map((name) => fields.get(name)).find(Boolean) ?? "";
}

function asMail(html: string): Uint8Array {
  return Buffer.from(`Content-Type: text/html; charset=utf-8\r\n\r\n${html}`);
}

export async function readPostedMail(url: string, body: Buffer): Promise<PostedMail> {
  const fields = await fieldsIn(body);
  const recipients = recipientsOf(fields ?? new Map(), url);
  if (!fields) return { recipients, post: { raw: body } };
  const raw = first(fields, RAW);
  if (raw !== "") return { recipients, post: { raw: Buffer.from(raw) } };
  const subject = (fields.get("subject") ?? "").slice(0, 1_000);
  const text = first(fields, TEXT).slice(0, MAX_TEXT);
  if (text !== "") return { recipients, post: { mail: { subject, text } } };
  return { recipients, post: { subject, raw: asMail(first(fields, HTML)) } };
}
