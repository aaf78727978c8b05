import { cleanLine, cleanText } from "#lib/site/words/escape.ts";

const ELLIPSIS = "…";
const BREAK = "\u200b";
const WEB_ADDRESS = /https?:\/\/[^\s<>()[\]`|\\*"]+/giu;
// Of an e-mail address no mention is made: only what no word stands before is one.
const MENTION = /(?<![\p{L}\p{N}._%+-])@(?=[\p{L}\p{N}_<])|<(?=[!@#/:a-z])/giu;

/** The parts of a text, with whether each is a web address. */
function* partsOf(text: string): Generator<{ part: string; isAddress: boolean }> {
  let at = 0;
  for (const { 0: address, index } of text.matchAll(WEB_ADDRESS)) {
    yield { part: text.slice(at, index), isAddress: false };
    yield { part: address, isAddress: true };
    at = index + address.length;
  }
  yield { part: text.slice(at), isAddress: false };
}

/**
 * A text that notifies nobody, whatever chat it is shown in: something invisible stands in what
 * would be a mention of everyone, a person or a channel.
 */
function quiet(text: string): string {
  const parts = Array.from(partsOf(text), ({ part, isAddress }) =>
    isAddress ? part.replaceAll("@", "%40") : part.replace(MENTION, (mark) => mark + BREAK),
  );
  return parts.join("");
}

/** A quiet text on one line: a name, a title. */
export function quietLine(text: string): string {
  return quiet(cleanLine(text));
}

export function quietText(text: string): string {
  return quiet(cleanText(text)).trim();
}

type Way = {
  /** The pieces of a text as they are spelled there; none of them is cut. */
  spell?: (text: string) => Iterable<string>;
  /** What counts for the limit; without it UTF-16 units. */
  sizeOf?: (spelled: string) => number;
};

const lengthOf = (text: string) => text.length;

/** A text as it is spelled somewhere, cut to what fits there. */
export function fit(
  text: string,
  most: number,
  { spell = (plain) => plain, sizeOf = lengthOf }: Way = {},
): string {
  const room = most - sizeOf(ELLIPSIS);
  let [whole, begun, size] = ["", "", 0];
  for (const piece of spell(text)) {
    size += sizeOf(piece);
    if (size > most) return begun.trimEnd() + ELLIPSIS;
    whole += piece;
    if (size <= room) begun = whole;
  }
  return whole;
}

/** The bytes that a text has in a JSON document. */
export function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

/** @param entities how single characters are spelled */
export function spelledWith(entities: Readonly<Record<string, string>>) {
  return (text: string) => Array.from(text, (character) => entities[character] ?? character);
}

export const HTML_ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

const MARKUP = /[\\`*_{}[\]()#+\-!|~>:=]/;

/** A text as Markdown shows it and does nothing else with it than link its web addresses. */
export function* inMarkdown(text: string): Generator<string> {
  for (const { part, isAddress } of partsOf(text)) {
    if (isAddress) yield part;
    else for (const character of part) yield MARKUP.test(character) ? `\\${character}` : character;
  }
}
