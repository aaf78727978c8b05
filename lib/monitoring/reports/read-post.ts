import { pairsIn } from "#lib/monitoring/reports/call.ts";
import type { Mail } from "#lib/monitoring/reports/mail.ts";

/** A mail as it came, or what a provider read in it already. */
export type Post =
  | { raw: Uint8Array /** Where the mail itself has none. */; subject?: string }
  | { mail: Omit<Mail, "recipients"> };

/** A mail as a provider posts it, and to whom it was delivered; none: the mail has to say it. */
export type Posted = { recipients: string[]; post: Post };

const MAX_RECIPIENTS = 50;
const MAX_ADDRESSES = 16_384;
const MAX_TEXT = 65_536;

// How Mailgun, SendGrid, Postmark and others call it, without `-` and `_`.
const RECIPIENT = ["recipient", "originalrecipient"];
const RAW = ["bodymime", "email", "rawemail"];
const TEXT = ["bodyplain", "textbody", "text", "plain"];
const HTML = ["bodyhtml", "htmlbody", "html"];

// What a mail begins with, and no form.
const HEADER = /^(?:From |[A-Za-z][\w-]{0,75}:[ \t])/;

function addressesIn(text: string): string[] {
  const found = text.slice(0, MAX_ADDRESSES).match(/[^\s<>,;"]{1,100}@[^\s<>,;"]{1,255}/g);
  return (found ?? []).slice(0, MAX_RECIPIENTS);
}

/** SendGrid tells what the envelope said in JSON. */
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

/** The fields of a form or of JSON; undefined: it is neither, but a mail. */
async function fieldsIn(body: Buffer): Promise<ReadonlyMap<string, string> | undefined> {
  if (HEADER.test(body.toString("latin1", 0, 200))) return undefined;
  const fields = new Map(await pairsIn(body));
  const isForm = ["subject", ...RAW, ...RECIPIENT].some((name) => fields.has(name));
  return isForm ? fields : undefined;
}

function first(fields: ReadonlyMap<string, string>, names: readonly string[]): string {
  return names.map((name) => fields.get(name)).find(Boolean) ?? "";
}

/** Without a text of its own a mail's HTML is read like one. */
function asMail(html: string): Uint8Array {
  return Buffer.from(`Content-Type: text/html; charset=utf-8\r\n\r\n${html}`);
}

/** Reads what a provider of mail posts: a mail as it came, or what it read in it. */
export async function readPost(url: string, body: Buffer): Promise<Posted> {
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
