import { randomBytes } from "node:crypto";

const BLANKS = ["email", "message_id", "references", "manage_url", "unsubscribe_url"] as const;
type Blank = (typeof BLANKS)[number];

export type Values = Record<string, string> & Record<Blank, string>;

/** A per-process secret, so that user text cannot forge a placeholder. */
const SECRET = randomBytes(9).toString("hex");

// Only the end of a placeholder is an x.
const spelled = (name: string) => `blank${SECRET}${name}x`;
const plainName = (name: Blank) => name.replace("_", "");

export function placeholder(name: Blank): string {
  return spelled(plainName(name));
}

const NAMES = new Map<string, string>(BLANKS.map((name) => [plainName(name), name]));
const METADATA = "m0";
const ANY = new RegExp(`blank${SECRET}([a-wyz0-9]+)x`, "g");
const SPLIT = new RegExp(`(blank${SECRET}[a-wyz0-9]+x)`, "g");

export const AT_PLACEHOLDERS: RegExp = SPLIT;

const nameOf = (part: string) => NAMES.get(part) ?? part;

export function placeholderName(found: string): string {
  return nameOf(found.slice("blank".length + SECRET.length, -1));
}

export function hasPlaceholders(text: string): boolean {
  return text.search(ANY) >= 0;
}

/** A placeholder that a template cut or changed would not be filled. */
export function areWhole(text: string): boolean {
  const whole = text.match(ANY)?.length ?? 0;
  return (text.match(new RegExp(SECRET, "gi"))?.length ?? 0) === whole;
}

export function filled(text: string, value: (name: string) => string): string {
  return text.replace(ANY, (_, part: string) => value(nameOf(part)));
}

/** `fallback`: for subscriptions without the key. */
export function metadataPlaceholder(key: string, fallback: string): string {
  return spelled(METADATA + Buffer.from(JSON.stringify([key, fallback])).toString("hex"));
}

type Personal = { name: string; key: string; fallback: string };

export function personalIn(text: string): Personal[] {
  const parts = new Set(Array.from(text.matchAll(ANY), ([, part = ""]) => part));
  return [...parts].flatMap((name) => {
    if (!name.startsWith(METADATA)) return [];
    const spelled = Buffer.from(name.slice(METADATA.length), "hex").toString();
    const [key, fallback] = JSON.parse(spelled) as [string, string];
    return [{ name, key, fallback }];
  });
}

const MAX_CHARACTERS = 1_000;

export function printedValue(value: unknown, fallback: string): string {
  const isPlain = ["string", "number", "boolean"].includes(typeof value);
  const text = isPlain && value !== "" ? String(value) : fallback;
  return text
    .replaceAll(/\p{Cc}+/gu, " ")
    .slice(0, MAX_CHARACTERS)
    .toWellFormed();
}
