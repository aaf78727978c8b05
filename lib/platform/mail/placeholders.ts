import { randomBytes } from "node:crypto";

/** What each recipient has of their own in a mail that is otherwise the same for all. */
const BLANKS = ["email", "message_id", "references", "manage_url", "unsubscribe_url"] as const;
type Blank = (typeof BLANKS)[number];

/** What stands in the blanks of one mail, by name; those of metadata have longer names. */
export type Values = Record<string, string> & Record<Blank, string>;

/** Nobody can guess what stands for a blank, and have it filled in a text of theirs. */
const SECRET = randomBytes(9).toString("hex");

// The parts of a blank have no x but the one that ends it.
const spelled = (name: string) => `blank${SECRET}${name}x`;
const plainName = (name: Blank) => name.replace("_", "");

export function placeholder(name: Blank): string {
  return spelled(plainName(name));
}

const NAMES = new Map<string, string>(BLANKS.map((name) => [plainName(name), name]));
const METADATA = "m0";
const ANY = new RegExp(`blank${SECRET}([a-wyz0-9]+)x`, "g");
const SPLIT = new RegExp(`(blank${SECRET}[a-wyz0-9]+x)`, "g");

/** Splits a text at its blanks, which come at odd places. */
export const AT_PLACEHOLDERS: RegExp = SPLIT;

const nameOf = (part: string) => NAMES.get(part) ?? part;

/** The name of a blank as `AT_PLACEHOLDERS` found it. */
export function placeholderName(found: string): string {
  return nameOf(found.slice("blank".length + SECRET.length, -1));
}

export function hasPlaceholders(text: string): boolean {
  return text.search(ANY) >= 0;
}

/** Whether all blanks of a text are as they were made: cut or changed they would not be filled. */
export function areWhole(text: string): boolean {
  const whole = text.match(ANY)?.length ?? 0;
  return (text.match(new RegExp(SECRET, "gi"))?.length ?? 0) === whole;
}

/** A text with its blanks filled. */
export function filled(text: string, value: (name: string) => string): string {
  return text.replace(ANY, (_, part: string) => value(nameOf(part)));
}

/** A blank for what a subscription's metadata has under a key; `fallback`: for those without it. */
export function metadataPlaceholder(key: string, fallback: string): string {
  return spelled(METADATA + Buffer.from(JSON.stringify([key, fallback])).toString("hex"));
}

type Personal = { name: string; key: string; fallback: string };

/** The blanks of a text that stand for metadata. */
export function personalIn(text: string): Personal[] {
  const parts = new Set(Array.from(text.matchAll(ANY), ([, part = ""]) => part));
  return [...parts].flatMap((name) => {
    if (!name.startsWith(METADATA)) return [];
    const spelled = Buffer.from(name.slice(METADATA.length), "hex").toString();
    const [key, fallback] = JSON.parse(spelled) as [string, string];
    return [{ name, key, fallback }];
  });
}

const MOST = 1_000;

/** What is printed of a value of metadata; objects and lists are not. */
export function printedValue(value: unknown, fallback: string): string {
  const isPlain = ["string", "number", "boolean"].includes(typeof value);
  const text = isPlain && value !== "" ? String(value) : fallback;
  return text
    .replaceAll(/\p{Cc}+/gu, " ")
    .slice(0, MOST)
    .toWellFormed();
}
