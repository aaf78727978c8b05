/** A piece of Markdown: kept as it is, or said in words, with what stands around them. */
type Piece = { kept: string } | { before: string; words: string; after: string };

const FENCE = /^\s{0,3}(`{3,}|~{3,})/;
const CODE = /^(?: {4}|\t)/;
const DEFINITION = /^\s{0,3}\[[^\]]+\]:\s/;
const RULE = /^[\s|:*_=-]+$/;
const BEGINNING = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+|#{1,6}\s+|>\s?)*(?:\[[ xX]\]\s+)?/;
const HARD_BREAK = /(?: {2,}|\\)$/;

function isKept(line: string, before: string | undefined): boolean {
  if (line.trim() === "" || RULE.test(line) || DEFINITION.test(line)) return true;
  return CODE.test(line) && (before === undefined || before.trim() === "" || CODE.test(before));
}

/** Takes a Markdown text apart: code and rules are kept, lines of a paragraph are one piece. */
export function piecesOf(source: string): Piece[] {
  const pieces: Piece[] = [];
  let fence: string | null = null;
  const lines = source.split("\n");
  for (const [index, line] of lines.entries()) {
    const end = index < lines.length - 1 ? "\n" : "";
    const mark = FENCE.exec(line)?.[1];
    if (fence !== null || mark !== undefined || isKept(line, lines[index - 1])) {
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

/** What is not to be translated: markup, addresses, code, placeholders, and these names. */
export function protecting(names: readonly string[]): RegExp {
  const known = names
    .filter((name) => name.trim().length > 1)
    .toSorted((a, b) => b.length - a.length)
    .map((name) => `(?<![\\p{L}\\p{N}])${name.replace(special, "\\$&")}(?![\\p{L}\\p{N}])`);
  return new RegExp(`(${[...known, MARKUP].join("|")})`, "gu");
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
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

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign);
const unescaped = (text: string) =>
  text.replace(/&(?:lt|gt|quot|#34|#39|#x27|nbsp|amp);/g, (entity) => ENTITIES[entity] ?? entity);

/** Words and what is protected in turn: words come first, and last. */
export function partsOf(words: string, protectedPart: RegExp): string[] {
  return words.split(protectedPart);
}

export function hasWords(text: string): boolean {
  return /\p{L}/u.test(text);
}

/** Parts as HTML in which an empty element stands for each protected one. */
export function htmlOf(parts: readonly string[]): string {
  return parts
    .map((part, index) => (index % 2 === 0 ? escaped(part) : `<x id="${(index - 1) / 2}"></x>`))
    .join("");
}

const ELEMENT = /<x id="?(\d+)"?\s*(?:\/>|>\s*<\/x>)/;

/** With the same room around it as there was. */
function spaced(translated: string, original: string): string {
  const [start] = /^\s*/.exec(original) ?? [""];
  const [end] = /\s*$/.exec(original) ?? [""];
  const words = translated.trim();
  return words === "" ? original.replace(/\S+/g, "") : start + words + end;
}

/** A translation with what was protected put back; null: it did not survive. */
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

/** Puts a text together again. @param said the words of its pieces, in their order */
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
