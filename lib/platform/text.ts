const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

/** For text between tags. */
export function escapeTags(text: string): string {
  return text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? character);
}

const LINE_END = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones
const UNSPEAKABLE = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** Makes a text valid in XML and calendars: no control characters, line feeds only. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(LINE_END, "\n").replace(UNSPEAKABLE, "");
}

export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, " ").trim();
}
