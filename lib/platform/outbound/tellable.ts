const KEPT = 300;
const SHORTEST_SECRET = 6;

/** A text of somebody else's as it may be kept: one line, short, without the given secrets. */
export function tellable(text: string, secrets: readonly (string | null)[]): string {
  const known = secrets
    .flatMap((secret) => (secret === null ? [] : [secret, encodeURIComponent(secret)]))
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .toSorted((a, b) => b.length - a.length);
  const clean = known.reduce((told, secret) => told.replaceAll(secret, "…"), text);
  const line = clean
    .toWellFormed()
    .replace(/[\s\p{C}]+/gu, " ")
    .trim();
  return line.length > KEPT ? `${line.slice(0, KEPT - 1).toWellFormed()}…` : line;
}
