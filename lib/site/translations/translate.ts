import {
  hasWords,
  htmlOf,
  joined,
  partsOf,
  piecesOf,
  protecting,
  restored,
} from "#lib/site/translations/segments.ts";

/** Says pieces of HTML in another language, in their order. */
type Say = (html: readonly string[]) => Promise<string[]>;

/** Translates parts one by one where what is protected did not survive in a whole. */
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

/**
 * A Markdown text in another language: its markup, code, addresses and placeholders, and these
 * names, are as they were.
 */
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
