import { jsonIn, plainName, readBody } from "#lib/monitoring/reports/call.ts";
import type { ReadableMail } from "#lib/monitoring/reports/report-parser.ts";
import { openEnvelope, type SnsMessage } from "#lib/monitoring/reports/sns-message.ts";
import { at, listAt, textAt } from "#lib/monitoring/tools/tool.ts";

export type IncomingMail =
  | { raw: Uint8Array /** Where the mail itself has none. */; subject?: string }
  | { mail: Pick<ReadableMail, "subject" | "text"> };

/** A posted mail and its recipients; none: the mail names them. */
export type PostedMail = { recipients: string[]; post: IncomingMail };

/** `mails` null: the form is not known. */
type Posted = { mails: PostedMail[] | null; subscription?: SnsMessage };

const MAX_MAILS = 20;
const MAX_RECIPIENTS = 50;
const MAX_ADDRESSES = 16_384;
const MAX_SUBJECT = 1_000;
const MAX_TEXT = 65_536;
const MAX_HTML = 262_144;

// Start of a raw mail.
const HEADER = /^(?:From |[A-Za-z][\w-]{0,75}:[ \t])/;

function addressesIn(text: string): string[] {
  const found = text.slice(0, MAX_ADDRESSES).match(/[^\s<>,;"]{1,100}@[^\s<>,;"]{1,255}/g);
  return (found ?? []).slice(0, MAX_RECIPIENTS);
}

/** Texts, or objects with the address under `key`. */
function addressesOf(list: readonly unknown[], key = ""): string[] {
  return list.flatMap((one) => addressesIn(textAt(one, key) ?? String(one ?? "")));
}

function part(type: string, text: string): string {
  const head = `Content-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64`;
  return `${head}\r\n\r\n${Buffer.from(text).toString("base64")}\r\n`;
}

function asRaw(text: string, html: string): Buffer {
  if (text === "") return Buffer.from(part("html", html));
  const parts = [part("plain", text), part("html", html)].map((one) => `--part\r\n${one}`).join("");
  const type = 'Content-Type: multipart/alternative; boundary="part"';
  return Buffer.from(`${type}\r\n\r\n${parts}--part--\r\n`);
}

type Content = { raw?: string; isBase64?: boolean; subject?: string; text?: string; html?: string };

function mailOf(recipients: string[], content: Content): PostedMail {
  const { raw = "", isBase64 = false } = content;
  if (raw !== "")
    return { recipients, post: { raw: Buffer.from(raw, isBase64 ? "base64" : "utf8") } };
  const subject = (content.subject ?? "").slice(0, MAX_SUBJECT);
  const text = (content.text ?? "").slice(0, MAX_TEXT);
  const html = (content.html ?? "").slice(0, MAX_HTML);
  if (html === "") return { recipients, post: { mail: { subject, text } } };
  return { recipients, post: { subject, raw: asRaw(text, html) } };
}

function string(value: unknown, ...path: string[]): string | undefined {
  const found = at(value, ...path);
  return typeof found === "string" ? found : undefined;
}

/** Amazon SES by SNS; without `content` it lies in S3. */
function readSes(json: unknown): PostedMail[] | null {
  const raw = string(json, "content");
  if (raw === undefined || at(json, "mail") === undefined) return null;
  const recipients = listAt(json, "receipt", "recipients");
  const found = recipients.length > 0 ? recipients : listAt(json, "mail", "destination");
  return [mailOf(addressesOf(found), { raw, isBase64: !HEADER.test(raw) })];
}

function readMandrill(events: unknown): PostedMail[] | null {
  if (!Array.isArray(events)) return null;
  return events.flatMap((event) => {
    const msg = at(event, "msg");
    if (at(event, "event") !== "inbound" || msg === undefined) return [];
    const field = (name: string) => string(msg, name);
    const content = { subject: field("subject"), text: field("text"), html: field("html") };
    return [mailOf(addressesIn(field("email") ?? ""), { ...content, raw: field("raw_msg") })];
  });
}

/** Its test has no message. */
function readSparkPost(json: unknown): PostedMail[] | null {
  const isRelayed = (one: unknown) => at(one, "msys") !== undefined;
  if (!Array.isArray(json) || json.length === 0 || !json.every(isRelayed)) return null;
  return json.flatMap((one) => {
    const message = at(one, "msys", "relay_message");
    if (message === undefined) return [];
    const field = (name: string) => string(message, "content", name);
    const raw = field("email_rfc822");
    const isBase64 = at(message, "content", "email_rfc822_is_base64") === true;
    const content = { subject: field("subject"), text: field("text"), html: field("html") };
    return [mailOf(addressesIn(string(message, "rcpt_to") ?? ""), { raw, isBase64, ...content })];
  });
}

function readBrevo(json: unknown): PostedMail[] | null {
  if (!Array.isArray(at(json, "items"))) return null;
  return listAt(json, "items").map((item) => {
    const to = [...listAt(item, "Recipients"), ...listAt(item, "To"), ...listAt(item, "Cc")];
    const field = (name: string) => string(item, name);
    const text = field("RawTextBody") ?? field("ExtractedMarkdownMessage");
    const content = { subject: field("Subject"), text, html: field("RawHtmlBody") };
    return mailOf(addressesOf(to, "Address"), content);
  });
}

function readMailerSend(json: unknown): PostedMail[] | null {
  const data = at(json, "data");
  if (textAt(json, "type") !== "inbound.message" || data === undefined) return null;
  const field = (name: string) => string(data, name);
  const content = { subject: field("subject"), text: field("text"), html: field("html") };
  const recipients = addressesOf(listAt(data, "recipients", "rcptTo"), "email");
  return [mailOf(recipients, { ...content, raw: field("raw") })];
}

function readPostal(json: unknown): PostedMail[] | null {
  const field = (name: string) => string(json, name);
  const to = field("rcpt_to");
  if (to === undefined) return null;
  const isBase64 = at(json, "base64") === true;
  const content = { text: field("plain_body"), html: field("html_body") };
  const mail = { raw: field("message"), isBase64, subject: field("subject"), ...content };
  return [mailOf(addressesIn(to), mail)];
}

function readCloudMailin(json: unknown): PostedMail[] | null {
  const headers = at(json, "headers");
  if (at(json, "envelope", "to") === undefined || headers === undefined) return null;
  const subject = string(headers, "subject") ?? string(headers, "Subject");
  const listed = listAt(json, "envelope", "recipients");
  const to = addressesOf(listed.length > 0 ? listed : [at(json, "envelope", "to")]);
  return [mailOf(to, { subject, text: string(json, "plain"), html: string(json, "html") })];
}

const JSON_FORMS = [readSparkPost, readBrevo, readMailerSend, readPostal, readCloudMailin];

// Field names of Mailgun, SendGrid, Postmark, Mailjet and others, without `-` and `_`.
const RECIPIENT = ["recipient", "originalrecipient", "rcptto"];
const RAW = ["bodymime", "email", "rawemail", "message"];
const SUBJECT = ["subject", "headers[subject]"];
const TEXT = ["bodyplain", "textbody", "textpart", "text", "plain", "plainbody"];
const HTML = ["bodyhtml", "htmlbody", "htmlpart", "html"];
const ENVELOPE = /^envelope\[(?:to|recipients)\]/;

type Fields = ReadonlyMap<string, string>;

function first(fields: Fields, names: readonly string[]): string {
  return names.map((name) => fields.get(name)).find(Boolean) ?? "";
}

function recipientsOf(fields: Fields): string[] {
  const named = RECIPIENT.flatMap((name) => addressesIn(fields.get(name) ?? ""));
  // SendGrid sends the envelope as JSON, CloudMailin in fields of its own.
  const sent = addressesOf(listAt(jsonIn(fields.get("envelope") ?? ""), "to"));
  const enveloped = [...fields].flatMap(([name, value]) =>
    ENVELOPE.test(name) ? addressesIn(value) : [],
  );
  const delivered = [...new Set([...named, ...sent, ...enveloped])];
  return delivered.length > 0 ? delivered : addressesIn(fields.get("to") ?? "");
}

function readFields(fields: Fields): PostedMail[] | null {
  const isMail = [...SUBJECT, ...RAW, ...RECIPIENT].some((name) => fields.has(name));
  if (!isMail) return null;
  const [raw, subject] = [first(fields, RAW), first(fields, SUBJECT)];
  const content = { subject, text: first(fields, TEXT), html: first(fields, HTML) };
  return [mailOf(recipientsOf(fields), { raw, ...content })];
}

async function readForm(body: Buffer): Promise<Posted> {
  const { pairs, json } = await readBody(body);
  const message = openEnvelope(json);
  if (message)
    return message.Type === "Notification"
      ? { mails: readSes(jsonIn(message.Message.trim())) }
      : { mails: [], subscription: message };
  const fields = new Map(pairs.map(([name, value]) => [plainName(name), value]));
  const events = jsonIn(fields.get("mandrillevents") ?? "");
  const known = [readMandrill(events), ...JSON_FORMS.map((read) => read(json))];
  return { mails: known.find((mails) => mails !== null) ?? readFields(fields) };
}

export async function readPostedMails(url: string, body: Buffer): Promise<Posted> {
  const asked = new URL(url).searchParams.getAll("recipient");
  const isRaw = HEADER.test(body.toString("latin1", 0, 200));
  const { mails, subscription }: Posted = isRaw
    ? { mails: [{ recipients: [], post: { raw: body } }] }
    : await readForm(body);
  const limited = mails?.slice(0, MAX_MAILS) ?? null;
  if (asked.length > 0) for (const mail of limited ?? []) mail.recipients = asked;
  return { mails: limited, ...(subscription && { subscription }) };
}
