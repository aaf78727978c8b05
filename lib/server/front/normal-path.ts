const ODD = /[^!-~]|\\|%|\/[/.]|.\/$/;
const ILLEGIBLE = /[^!-~]|\\/;
const ESCAPE = /%([0-9a-f]{2})?/gi;
const UNRESERVED = /[\w.~-]/;
const WALKS = /(?:^|\/)\.{1,2}(?=\/|$)/;

class NoNormalForm extends Error {}

/** Slashes, backslashes and what cannot be seen: escaped they never mean what they look like. */
function isMisleading(char: string): boolean {
  return char === "/" || char === "\\" || char < " " || char === "\x7f";
}

function plainOf(_escape: string, digits: string | undefined): string {
  if (digits === undefined) throw new NoNormalForm();
  const char = String.fromCharCode(Number.parseInt(digits, 16));
  if (isMisleading(char)) throw new NoNormalForm();
  return UNRESERVED.test(char) ? char : `%${digits.toUpperCase()}`;
}

function withoutNeedlessEscapes(path: string): string | null {
  try {
    const plain = path.replace(ESCAPE, plainOf);
    decodeURIComponent(plain);
    return plain;
  } catch {
    return null;
  }
}

/**
 * The one spelling of a path by which everything knows it – place, limits, routes, Next, the log:
 * no slash that says nothing, escapes only where they must be, in capitals (RFC 3986, 6.2.2).
 * @returns null for what two readers may understand differently: steps up, escaped slashes,
 *   backslashes, what is no text
 */
export function normalPath(path: string): string | null {
  if (!ODD.test(path)) return path;
  if (ILLEGIBLE.test(path)) return null;
  const plain = path.includes("%") ? withoutNeedlessEscapes(path) : path;
  if (plain === null || WALKS.test(plain)) return null;
  return plain.replaceAll(/\/+(?=\/|$)/g, "") || "/";
}
