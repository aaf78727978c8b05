const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

/** A text for the feed library, which takes `&amp;` for `&` before it escapes. */
export function feedText(text: string): string {
  return text.replaceAll("&", "&amp;");
}

/** The same for its CDATA sections, in which it splits the first `]]>` only. */
export function feedData(text: string): string {
  const first = text.indexOf("]]>");
  return text.replaceAll("]]>", (end, at: number) => (at === first ? end : "]]]]><![CDATA[>"));
}

const LINE_END = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones
const UNSPEAKABLE = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/**
 * A text as any XML document and any calendar can hold it: no control characters, every line ends
 * with a line feed.
 */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(LINE_END, "\n").replace(UNSPEAKABLE, "");
}

/** A clean text on one line: a name, a title. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, " ").trim();
}
