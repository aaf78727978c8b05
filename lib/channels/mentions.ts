const BREAK = "\u200b";
const WEB_ADDRESS = /https?:\/\/[^\s<>()[\]`|\\*"]+/giu;
// An e-mail address is no mention: a mention follows no word character.
const MENTION = /(?<![\p{L}\p{N}._%+-])@(?=[\p{L}\p{N}_])|<(?=[!@#])/giu;

export function* partsOf(text: string): Generator<{ part: string; isAddress: boolean }> {
  let at = 0;
  for (const { 0: address, index } of text.matchAll(WEB_ADDRESS)) {
    yield { part: text.slice(at, index), isAddress: false };
    yield { part: address, isAddress: true };
    at = index + address.length;
  }
  yield { part: text.slice(at), isAddress: false };
}

/**
 * Inserts an invisible character into mentions: for channels that know no other way, and never
 * into code, which people copy.
 */
export function withoutMentions(text: string): string {
  const parts = Array.from(partsOf(text), ({ part, isAddress }) =>
    isAddress ? part.replaceAll("@", "%40") : part.replace(MENTION, (mark) => mark + BREAK),
  );
  return parts.join("");
}
