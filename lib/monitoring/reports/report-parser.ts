import type { JSONValue } from "json-p3";
import type { Address, Email } from "postal-mime";

export type JsonpathSearch = { expression: string; record: unknown };

/** A task whose time depends on what somebody sends. */
export type ParseTask = { search: JsonpathSearch } | { mail: Uint8Array };

export type ReadableMail = {
  subject: string;
  text: string;
  /** The text of an HTML part beside `text`. */
  html?: string;
  /** A mail attached to it. */
  forwarded?: ReadableMail;
};

export type Mail = ReadableMail & {
  /** Addresses in its headers, in lower case: some relays do not tell the envelope recipient. */
  recipients: string[];
  /** The part `message/delivery-status` of a mail that came back. */
  delivery_status: string | null;
};

const MAX_PARTS = 20;
const MAX_HEADERS_BYTES = 65_536;
const MAX_SUBJECT = 1_000;
const MAX_TEXT = 65_536;
const MAX_HTML = 262_144;
const MAX_RECIPIENTS = 50;
const DELIVERED = ["delivered-to", "x-original-to", "envelope-to"];

function addressesIn(list: readonly Address[] | undefined): string[] {
  return (list ?? []).flatMap(({ address, group }) => {
    if (group) return addressesIn(group);
    return address ? [address] : [];
  });
}

function recipientsOf({ headers, to, cc }: Email): string[] {
  const delivered = headers.flatMap(({ key, value }) =>
    DELIVERED.includes(key) ? [value.trim().replace(/^<|>$/g, "")] : [],
  );
  return [...delivered, ...addressesIn(to), ...addressesIn(cc)]
    .slice(0, MAX_RECIPIENTS)
    .map((address) => address.toLowerCase());
}

async function parse(raw: Uint8Array | string): Promise<Email> {
  const { default: PostalMime } = await import("postal-mime");
  return PostalMime.parse(raw, {
    maxNestingDepth: MAX_PARTS,
    maxHeadersSize: MAX_HEADERS_BYTES,
    attachmentEncoding: "arraybuffer",
    forceRfc822Attachments: true,
  });
}

/** Uses the parser's conversion, which it applies only beside a plain text part. */
async function textOf(html: string): Promise<string> {
  const encoded = Buffer.from(html.slice(0, MAX_HTML)).toString("base64");
  const parts = [
    "Content-Type: text/plain\r\n\r\n",
    `Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${encoded}`,
  ];
  const head = 'Content-Type: multipart/mixed; boundary="part"\r\n\r\n';
  const { text } = await parse(`${head}--part\r\n${parts.join("\r\n--part\r\n")}\r\n--part--\r\n`);
  return text?.trim() ?? "";
}

function deliveryStatusOf({ attachments }: Email): string | null {
  const part = attachments.find(({ mimeType }) => mimeType === "message/delivery-status");
  if (!part) return null;
  const { content } = part;
  const text = typeof content === "string" ? content : new TextDecoder().decode(content);
  return text.slice(0, MAX_TEXT);
}

function bytesOf(content: string | ArrayBuffer | Uint8Array): Uint8Array {
  return typeof content === "string" ? Buffer.from(content) : new Uint8Array(content);
}

async function readable(email: Email, levels = 1): Promise<ReadableMail> {
  const plain = email.text?.trim() ?? "";
  const html = email.html ? await textOf(email.html) : "";
  const attached = email.attachments.find(({ mimeType }) => mimeType === "message/rfc822");
  return {
    subject: (email.subject ?? "").slice(0, MAX_SUBJECT),
    text: (plain || html).slice(0, MAX_TEXT),
    ...(plain && html && { html: html.slice(0, MAX_TEXT) }),
    ...(attached &&
      levels > 0 && { forwarded: await readable(await parse(bytesOf(attached.content)), 0) }),
  };
}

/** @throws {Error} when it exceeds the parser's limits */
export async function readMail(raw: Uint8Array): Promise<Mail> {
  const email = await parse(raw);
  return {
    ...(await readable(email)),
    recipients: recipientsOf(email),
    delivery_status: deliveryStatusOf(email),
  };
}

const MAX_VALUES = 1_000;

/** `more`: values beyond the limit were left out. */
export type SearchResult = { values: unknown[]; more: boolean };

async function findValues({ expression, record }: JsonpathSearch): Promise<SearchResult> {
  const { JSONPathEnvironment } = await import("json-p3");
  const matches = new JSONPathEnvironment().lazyQuery(expression, record as JSONValue);
  const values: unknown[] = [];
  for (const { value } of matches) {
    if (values.length === MAX_VALUES) return { values, more: true };
    values.push(value);
  }
  return { values, more: false };
}

/** Parses a report; the default export runs in a worker thread. */
export default function parseReport(task: ParseTask): Promise<SearchResult | Mail> {
  return "search" in task ? findValues(task.search) : readMail(task.mail);
}
