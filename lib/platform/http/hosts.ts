import { isIP } from "node:net";
import { domainToASCII, domainToUnicode } from "node:url";
import { env } from "#lib/platform/config/env.ts";

/** A Host header's name: lower case, without port and final dot. */
export function hostName(host: string): string {
  const name = host.toLowerCase();
  if (name.startsWith("[")) return name.slice(1, name.indexOf("]"));
  const colon = name.indexOf(":");
  const end = colon < 0 ? name.length : colon;
  return name.slice(0, name[end - 1] === "." ? end - 1 : end);
}

type Own = { APP_URL: string; PAGES_DOMAIN: string; host: string; name: string; suffix: string };

let known: Own | undefined;

/** The application's own host, as it is written and by name, and how those of its pages end. */
function own(): Own {
  const { APP_URL, PAGES_DOMAIN } = env();
  if (known?.APP_URL === APP_URL && known.PAGES_DOMAIN === PAGES_DOMAIN) return known;
  const { host, hostname: name } = new URL(APP_URL);
  known = { APP_URL, PAGES_DOMAIN, host, name, suffix: `.${hostName(PAGES_DOMAIN)}` };
  return known;
}

/** Whether a name is our own: the application's, the pages' domain, or below one of them. */
export function isOwnName(name: string): boolean {
  const { name: application, suffix } = own();
  return [`.${application}`, suffix].some((end) => `.${name}`.endsWith(end));
}

/** The host of APP_URL. */
export function applicationHost(): string {
  return own().host;
}

/**
 * The status page that a host shows: `acme` for `acme.<PAGES_DOMAIN>`, the whole name for what may
 * be a custom domain. null for the application itself: APP_URL's host, bare addresses, localhost.
 */
export function pageOfHost(host: string | null | undefined): string | null {
  const name = hostName(host ?? "");
  const { name: application, suffix } = own();
  if (name === "" || name === "localhost" || name === application || isIP(name)) return null;
  const label = name.endsWith(suffix) ? name.slice(0, -suffix.length) : "";
  return label && !label.includes(".") ? label : name;
}

const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?";
const ASCII = new RegExp(`^(?:${LABEL}\\.)+[A-Za-z][A-Za-z0-9\\-]{0,61}[A-Za-z0-9]$`);
const MAX_LENGTH = 253;

// Any letter beyond ASCII, as well: what it stands for in DNS is found out below.
const EDGE = "[^\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f]";
const INNER = "[^\\x00-\\x2c\\x2e\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f]";
const FIRST_OF_TOP = "[^\\x00-\\x40\\x5b-\\x60\\x7b-\\x7f]";

/** What a domain name looks like, in letters of any script: a pattern for the document. */
export const DOMAIN_PATTERN = `(?:${EDGE}(?:${INNER}{0,61}${EDGE})?\\.)+${FIRST_OF_TOP}${INNER}{0,61}${EDGE}`;

// Those that languages of today are written in (UAX 31, table 5).
const SCRIPTS =
  "Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul Hebrew Hiragana Kannada Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan";
// Languages that are written in several (UTS 39, “highly restrictive”).
const TOGETHER = ["Latin Han Hiragana Katakana", "Latin Han Bopomofo", "Latin Han Hangul"];

const WRITTEN = [...SCRIPTS.split(" "), ...TOGETHER].map((scripts) => {
  const classes = scripts.split(" ").map((script) => `\\p{Script_Extensions=${script}}`);
  return new RegExp(`^[${classes.join("")}\\p{Script=Common}\\p{Script=Inherited}]+$`, "u");
});
const LETTERS = /^[\p{L}\p{M}\p{Nd}\u00b7\u30fb-]+$/u;

/** Whether a label is of one script: others have letters that look like its own. */
function isOfOneScript(label: string): boolean {
  const isUnread = label.startsWith("xn--");
  return !isUnread && LETTERS.test(label) && WRITTEN.some((script) => script.test(label));
}

/** A domain name as DNS has it, in Punycode and lower case; null: it cannot be one. */
export function asciiDomain(text: string): string | null {
  const name = domainToASCII(text);
  const fits = name.length <= MAX_LENGTH && ASCII.test(name);
  return fits && domainToUnicode(name).split(".").every(isOfOneScript) ? name : null;
}

/** A domain name for people: as it is written, and as it is entered, where these differ. */
export function readableDomain(name: string): string {
  const written = domainToUnicode(name);
  return written === "" || written === name ? name : `${written} (${name})`;
}
