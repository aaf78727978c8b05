import { randomBytes } from "node:crypto";
import MimeNode from "nodemailer/lib/mime-node";
import { encode, wrap } from "nodemailer/lib/qp";

export type Skeleton = {
  /** Texts and placeholders alternate. */
  header: readonly string[];
  text: readonly string[];
  html: readonly string[];
  boundary: string;
};

const LINE = 76;
// Soft line breaks put a value on lines of its own, which readers join again.
const SOFT = "=\r\n";

function encoded(text: string): string {
  return wrap(encode(text), LINE);
}

function split(text: string, blanks: RegExp, spell: (part: string) => string): string[] {
  const parts = text.split(blanks);
  return parts.map((part, index) => (index % 2 === 0 ? spell(part) : part));
}

function headersOf({ from, reply_to, subject, headers }: Omit<Mail, "to" | "message_id">) {
  const node = new MimeNode("multipart/alternative", {
    boundaryPrefix: randomBytes(9).toString("hex"),
  });
  node.setHeader("From", { name: from.name, address: from.address });
  if (reply_to) node.setHeader("Reply-To", { name: "", address: reply_to });
  node.setHeader("Subject", subject);
  node.setHeader("Auto-Submitted", "auto-generated");
  for (const [name, value] of Object.entries(headers)) node.setHeader(name, value);
  node.setHeader("Message-ID", "<given@below>");
  const built = node.buildHeaders();
  return {
    built: built.replace(/^Message-ID:.*(\r\n[ \t].*)*\r\n?/im, ""),
    boundary: node.boundary,
  };
}

/** Encodes a mail once. @param own headers that consist of placeholders, by name */
export function skeletonOf(
  template: Omit<Mail, "to" | "message_id">,
  blanks: RegExp,
  own: Readonly<Record<string, string>>,
): Skeleton {
  const { built, boundary } = headersOf(template);
  const lines = Object.entries(own).map(([name, value]) => `${name}: ${value}`);
  const header = [built.trimEnd(), ...lines].join("\r\n");
  const same = (part: string) => part;
  return {
    header: split(header, blanks, same),
    text: split(template.text.replaceAll(/\r?\n/g, "\r\n"), blanks, encoded),
    html: split(template.html.replaceAll(/\r?\n/g, "\r\n"), blanks, encoded),
    boundary: String(boundary),
  };
}

function filledLines(parts: readonly string[], value: (blank: string) => string): string {
  return parts
    .map((part, index) => (index % 2 === 0 ? part : SOFT + encoded(value(part)) + SOFT))
    .join("");
}

function part(type: string, body: string): string {
  return `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${body}\r\n`;
}

type Values = { plain: (blank: string) => string; html: (blank: string) => string };

export function rawMail({ header, text, html, boundary }: Skeleton, values: Values): string {
  const head = header.map((one, index) => (index % 2 === 0 ? one : values.plain(one))).join("");
  const plain = part("text/plain", filledLines(text, values.plain));
  const rich = part("text/html", filledLines(html, values.html));
  return `${head}\r\n\r\n--${boundary}\r\n${plain}--${boundary}\r\n${rich}--${boundary}--\r\n`;
}

type MailAddress = { name: string; address: string };

export type Mail = {
  message_id: string;
  from: MailAddress;
  reply_to: string | null;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
};
