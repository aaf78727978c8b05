import { escapeTags } from "#lib/platform/text.ts";

/** A piece of Markdown: code to keep, or words with their surroundings. */
type Piece = { kept: string } | { before: string; words: string; after: string };

const FENCE = /^\s{0,3}(`{3,}|~{3,})/;
const CODE = /^(?: {4}|\t)/;
const DEFINITION = /^\s{0,3}\[[^\]]+\]:\s/;
const RULE = /^[\s|:*_=-]+$/;
const BEGINNING = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+|#{1,6}\s+|>\s?)*(?:\[[ xX]\]\s+)?/;
const HARD_BREAK = /(?: {2,}|\\)$/;

function isVerbatim(line: string, before: string | undefined): boolean {
  if (line.trim() === "" || RULE.test(line) || DEFINITION.test(line)) return true;
  return CODE.test(line) && (before === undefined || before.trim() === "" || CODE.test(before));
}

/** Splits Markdown: keeps code and rules, and joins the lines of a paragraph. */
export function piecesOf(source: string): Piece[] {
  const pieces: Piece[] = [];
  let fence: string | null = null;
  const lines = source.split("\n");
  for (const [index, line] of lines.entries()) {
    const end = index < lines.length - 1 ? "\n" : "";
    const mark = FENCE.exec(line)?.[1];
    if (fence !== null || mark !== undefined || isVerbatim(line, lines[index - 1])) {
      pieces.push({ kept: line + end });
      if (fence !== null && mark?.startsWith(fence)) fence = null;
      else if (fence === null && mark !== undefined) fence = mark;
      continue;
    }
    const before = BEGINNING.exec(line)?.[0] ?? "";
    const hard = HARD_BREAK.exec(line)?.[0] ?? "";
    const words = line.slice(before.length, line.length - hard.length);
    const last = pieces.at(-1);
    if (last && "words" in last && before.trim() === "" && last.after === "\n") {
      last.words += ` ${words}`;
      last.after = hard + end;
    } else pieces.push({ before, words, after: hard + end });
  }
  return pieces;
}

const MARKUP = [
  "`+[^`]*`+", // code
  '!?\\]\\([^)\\s]*(?:\\s+"[^"]*")?\\)', // where a link leads
  "\\]\\[[^\\]]*\\]",
  "<[^>\\s][^>]*>",
  "https?:\\/\\/[^\\s<>)\\]]+",
  "[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+",
  "\\{\\{.*?\\}\\}|\\{[\\w.]+\\}|%[sd]", // placeholders
  "\\b\\w+_\\w+\\b",
  "\\\\[!-/:-@[-`{-~]",
  "\\*{1,3}|_{1,3}|~~|\\||!?\\[|\\]",
].join("|");

const special = /[.*+?^${}()|[\]\\]/g;

function protecting(names: readonly string[]): RegExp {
  const known = names
    .filter((name) => name.trim().length > 1)
    .toSorted((a, b) => b.length - a.length)
    .map((name) => `(?<![\\p{L}\\p{N}])${name.replace(special, "\\$&")}(?![\\p{L}\\p{N}])`);
  return new RegExp(`(${[...known, MARKUP].join("|")})`, "gu");
}

const ENTITIES: Record<string, string> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#34;": '"',
  "&#39;": "'",
  "&#x27;": "'",
  "&nbsp;": " ",
  "&amp;": "&",
};

const unescaped = (text: string) =>
  text.replace(/&(?:lt|gt|quot|#34|#39|#x27|nbsp|amp);/g, (entity) => ENTITIES[entity] ?? entity);

/** Alternates words and protected parts, beginning and ending with words. */
export function partsOf(words: string, protectedPart: RegExp): string[] {
  return words.split(protectedPart);
}

function hasWords(text: string): boolean {
  return /\p{L}/u.test(text);
}

export function htmlOf(parts: readonly string[]): string {
  return parts
    .map((part, index) => (index % 2 === 0 ? escapeTags(part) : `<x id="${(index - 1) / 2}"></x>`))
    .join("");
}

const ELEMENT = /<x id="?(\d+)"?\s*(?:\/>|>\s*<\/x>)/;

function spaced(translated: string, original: string): string {
  const [start] = /^\s*/.exec(original) ?? [""];
  const [end] = /\s*$/.exec(original) ?? [""];
  const words = translated.trim();
  return words === "" ? original.replace(/\S+/g, "") : start + words + end;
}

/** Puts protected parts back; null if the translation lost one. */
export function restored(html: string, parts: readonly string[]): string | null {
  const found = html.split(ELEMENT);
  if (found.length !== parts.length) return null;
  const isInOrder = found.every(
    (part, index) => index % 2 === 0 || Number(part) === (index - 1) / 2,
  );
  if (!isInOrder) return null;
  return found
    .map((part, index) =>
      index % 2 === 0 ? spaced(unescaped(part), parts[index] ?? "") : (parts[index] ?? ""),
    )
    .join("");
}

export function joined(pieces: readonly Piece[], said: readonly string[]): string {
  let next = 0;
  return pieces
    .map((piece) => {
      if ("kept" in piece) return piece.kept;
      const words = said[next] ?? piece.words;
      next += 1;
      return piece.before + words + piece.after;
    })
    .join("");
}

type Say = (html: readonly string[]) => Promise<string[]>;

/** Translates part by part, after a translation lost a protected part. */
async function pieceByPiece(parts: readonly string[], say: Say): Promise<string> {
  const spoken = parts.map((part, index) => index % 2 === 0 && hasWords(part));
  const html = parts.filter((_, index) => spoken[index]).map((part) => htmlOf([part]));
  const said = await say(html);
  let next = 0;
  return parts
    .map((part, index) => {
      if (!spoken[index]) return part;
      const one = restored(said[next] ?? "", [part]) ?? part;
      next += 1;
      return one;
    })
    .join("");
}

export async function translateMarkdown(
  source: string,
  names: readonly string[],
  say: Say,
): Promise<string> {
  const pieces = piecesOf(source);
  const protectedPart = protecting(names);
  const words = pieces.flatMap((piece) =>
    "words" in piece ? [partsOf(piece.words, protectedPart)] : [],
  );
  const isSpoken = words.map((parts) => parts.some((part, at) => at % 2 === 0 && hasWords(part)));
  const said = await say(words.filter((_, index) => isSpoken[index]).map(htmlOf));
  const all: string[] = [];
  let next = 0;
  for (const [index, parts] of words.entries()) {
    if (!isSpoken[index]) all.push(parts.join(""));
    else {
      all.push(restored(said[next] ?? "", parts) ?? (await pieceByPiece(parts, say)));
      next += 1;
    }
  }
  return joined(pieces, all);
}
