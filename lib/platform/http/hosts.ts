import { isIP } from "node:net";
import { domainToASCII, domainToUnicode } from "node:url";
import { env } from "#lib/platform/config/env.ts";
import { isLoopback } from "#lib/platform/config/env-values.ts";

/** Lower case, without port and final dot. */
export function hostName(host: string): string {
  const name = host.toLowerCase();
  if (name.startsWith("[")) return name.slice(1, name.indexOf("]"));
  const colon = name.indexOf(":");
  const end = colon < 0 ? name.length : colon;
  return name.slice(0, name[end - 1] === "." ? end - 1 : end);
}

type Own = { APP_URL: string; PAGES_DOMAIN: string; host: string; name: string; suffix: string };

let known: Own | undefined;

function own(): Own {
  const { APP_URL, PAGES_DOMAIN } = env();
  if (known?.APP_URL === APP_URL && known.PAGES_DOMAIN === PAGES_DOMAIN) return known;
  const { host, hostname: name } = new URL(APP_URL);
  known = { APP_URL, PAGES_DOMAIN, host, name, suffix: `.${hostName(PAGES_DOMAIN)}` };
  return known;
}

export function isOwnName(name: string): boolean {
  const { name: application, suffix } = own();
  return [`.${application}`, suffix].some((end) => `.${name}`.endsWith(end));
}

export function applicationHost(): string {
  return own().host;
}

/**
 * The host as requested, where APP_URL has another one, as behind a proxy that does not pass `Host`
 * on; null: they agree.
 */
export function unexpectedHost(host: string | null): string | null {
  const { name, APP_URL } = own();
  const isLocal = isLoopback(`http://${host}`) && isLoopback(APP_URL);
  return host === null || isLocal || hostName(host) === name ? null : host;
}

/**
 * `acme` for `acme.<PAGES_DOMAIN>`, the whole name for a custom domain, null for the application,
 * which proxies reach by an address or a name without a dot.
 */
export function pageOfHost(host: string | null | undefined): string | null {
  const name = hostName(host ?? "");
  const { name: application, suffix } = own();
  if (!name.includes(".") || name === application || isIP(name)) return null;
  const label = name.endsWith(suffix) ? name.slice(0, -suffix.length) : "";
  return label && !label.includes(".") ? label : name;
}

const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?";
const ASCII = new RegExp(`^(?:${LABEL}\\.)+[A-Za-z][A-Za-z0-9\\-]{0,61}[A-Za-z0-9]$`);
const MAX_LENGTH = 253;

// Accepts any letter beyond ASCII; the conversion to Punycode decides below.
const EDGE = "[^\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f]";
const INNER = "[^\\x00-\\x2c\\x2e\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f]";
const FIRST_OF_TOP = "[^\\x00-\\x40\\x5b-\\x60\\x7b-\\x7f]";

export const DOMAIN_PATTERN = `(?:${EDGE}(?:${INNER}{0,61}${EDGE})?\\.)+${FIRST_OF_TOP}${INNER}{0,61}${EDGE}`;

// The scripts of languages in use today (UAX 31, table 5).
const SCRIPTS =
  "Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul Hebrew Hiragana Kannada Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan";
// Languages written in several scripts (UTS 39, “highly restrictive”).
const TOGETHER = ["Latin Han Hiragana Katakana", "Latin Han Bopomofo", "Latin Han Hangul"];

const WRITTEN = [...SCRIPTS.split(" "), ...TOGETHER].map((scripts) => {
  const classes = scripts.split(" ").map((script) => `\\p{Script_Extensions=${script}}`);
  return new RegExp(`^[${classes.join("")}\\p{Script=Common}\\p{Script=Inherited}]+$`, "u");
});
const LETTERS = /^[\p{L}\p{M}\p{Nd}\u00b7\u30fb-]+$/u;

/** Mixed scripts allow look-alike names. */
function isOfOneScript(label: string): boolean {
  const isUnread = label.startsWith("xn--");
  return !isUnread && LETTERS.test(label) && WRITTEN.some((script) => script.test(label));
}

/** @returns Punycode in lower case; null when it cannot be a domain name */
export function asciiDomain(text: string): string | null {
  const name = domainToASCII(text);
  const fits = name.length <= MAX_LENGTH && ASCII.test(name);
  return fits && domainToUnicode(name).split(".").every(isOfOneScript) ? name : null;
}

/** The Unicode form, followed by Punycode where they differ. */
export function readableDomain(name: string): string {
  const written = domainToUnicode(name);
  return written === "" || written === name ? name : `${written} (${name})`;
}
