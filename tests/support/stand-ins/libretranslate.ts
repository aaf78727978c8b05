import type { Protocol, Reply } from "./stand-in.ts";

type Wanted = { q: string[]; source: string; target: string; format: string; api_key?: string };

export const KEY = "translate-key-0123456789";

const CODES = ["en", "de", "fr", "pb", "zh"];

/** A text between tags in another language, for tests: in capitals, with the language before it. */
function said(html: string, target: string): string {
  return html.replace(/(<[^>]*>|&\w+;)|([^<&]+)/g, (whole, tag: string | undefined) => {
    if (tag !== undefined) return tag;
    return whole.replace(/\p{L}[\p{L}' ,.]*/u, (words) => `${target} ${words.toUpperCase()}`);
  });
}

/** LibreTranslate, as its documentation says. */
export const libretranslate: Protocol = ({ method, url, body }): Reply => {
  if (method === "GET" && url.pathname === "/languages")
    return { status: 200, body: CODES.map((code) => ({ code, name: code, targets: CODES })) };
  if (url.pathname !== "/translate") return { status: 404, body: { error: "not found" } };
  const { q, source, target, api_key } = JSON.parse(body) as Wanted;
  if (api_key !== KEY) return { status: 403, body: { error: "Invalid API key" } };
  if (!CODES.includes(source) || !CODES.includes(target))
    return { status: 400, body: { error: `${target} is not supported` } };
  return { status: 200, body: { translatedText: q.map((html) => said(html, target)) } };
};
