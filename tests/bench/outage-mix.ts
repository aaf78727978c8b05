import { generator, type Random } from "#tests/support/data/random.ts";

/** One request of a visitor. `variant` names what is rendered for it, whatever the encoding. */
export type MixedRequest = {
  method: "GET" | "HEAD";
  path: string;
  variant: string;
  isConditional: boolean;
  headers: Record<string, string>;
};

/** How often each of several choices comes. */
type Shares<T> = readonly (readonly [share: number, choice: T])[];

const ENCODINGS: Shares<string> = [
  [0.7, "gzip, deflate, br, zstd"],
  [0.25, "gzip"],
  [0.05, "identity"],
];
const LANGUAGES: Shares<string> = [
  [0.4, "en-US,en;q=0.9"],
  [0.2, "de-DE,de;q=0.9,en;q=0.5"],
  [0.1, "fr-FR,fr;q=0.9"],
  [0.1, "es"],
  [0.1, "ja,en-US;q=0.7"],
  [0.1, "pt-BR,pt;q=0.8"],
];
const PATHS: Shares<string> = [
  [0.55, "/"],
  [0.05, "/history"],
  [0.05, "/calendar"],
  [0.1, "/rss"],
  [0.05, "/atom"],
  [0.05, "/calendar.ics"],
  [0.1, "/api/v2/summary.json"],
  [0.05, "/badge.svg"],
];
// Pictures and data are the same in every language.
const ALIKE = new Set(["/api/v2/summary.json", "/badge.svg"]);
const HEADS = 0.1;
const CONDITIONAL = 0.2;
const RANDOM_QUERIES = 0.2;

function pick<T>(shares: Shares<T>, random: Random): T {
  let left = random();
  for (const [share, choice] of shares) {
    left -= share;
    if (left < 0) return choice;
  }
  return (shares[0] as readonly [number, T])[1];
}

function requestOf(path: string, language: string, encoding: string): MixedRequest {
  const variant = ALIKE.has(path) ? path : `${path} ${language}`;
  const headers = { "accept-encoding": encoding, "accept-language": language };
  return { method: "GET", path, variant, isConditional: false, headers };
}

/** Each page, feed and document in each language, once. */
export function everyVariant(): MixedRequest[] {
  const all = PATHS.flatMap(([, path]) =>
    LANGUAGES.map(([, language]) => requestOf(path, language, "br")),
  );
  return [...new Map(all.map((request) => [request.variant, request])).values()];
}

/**
 * The requests of visitors, feed readers, monitors and scripts during an outage; the same ones in
 * each run.
 * @param encoding instead of the usual ones: all ask for this one
 */
export function* outageMix(encoding?: string): Generator<MixedRequest> {
  const random = generator(1);
  for (;;) {
    const request = requestOf(
      pick(PATHS, random),
      pick(LANGUAGES, random),
      pick(ENCODINGS, random),
    );
    if (encoding) request.headers["accept-encoding"] = encoding;
    if (random() < HEADS) request.method = "HEAD";
    request.isConditional = random() < CONDITIONAL;
    if (random() < RANDOM_QUERIES) request.path += `?utm_source=${Math.floor(random() * 1e9)}`;
    yield request;
  }
}
