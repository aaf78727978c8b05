import {
  emptyAsNull,
  emptyAsUnset,
  issue,
  MAX_EMAIL,
  MAX_URL,
  matching,
  UNSTORABLE,
} from "#lib/core/fields/text.ts";

// ASCII that no host name has; the URL parser judges the rest of Unicode.
const NOT_IN_NAMES = `\\u0000-,./:-@\\[-\\^\`{-\\u00a0${UNSTORABLE}`;
const LABEL = `[^${NOT_IN_NAMES}]+`;
const LAST_LABEL = `[0-9]*[^0-9${NOT_IN_NAMES}][^${NOT_IN_NAMES}]*\\.?`;
const NUMBER = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
const IPV4 = `(?:${NUMBER}\\.){3}${NUMBER}`;
const IPV6 = "\\[[0-9A-Fa-f:.]+\\]";
const LONG_PORT = "6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[0-5][0-9]{4}";
const PORT = `:(?:${LONG_PORT}|[0-9]{1,4})`;
const PORT_AND_PATH = `(?:${PORT})?(?:[/?#][^${UNSTORABLE}]*)?`;
const SCHEME = "[Hh][Tt][Tt][Pp][Ss]?://";
const USER = `(?:[^\\s/?#@\\[\\]${UNSTORABLE}]*@)?`;
const ANY_HOST = `(?:(?:${LABEL}\\.)*${LAST_LABEL}|${IPV4}|${IPV6})`;
const FULL_HOST = `(?:localhost|(?:${LABEL}\\.)+${LAST_LABEL}|${IPV4})`;

export const WEB_ADDRESS = `${SCHEME}${USER}${ANY_HOST}${PORT_AND_PATH}`;

/** Also without a scheme: `example.com/status`. */
const SITE_ADDRESS = `${WEB_ADDRESS}|${FULL_HOST}${PORT_AND_PATH}`;

const CONNECTION = `[Tt][Cc][Pp]://${ANY_HOST}${PORT}/?`;
const NAME = `[Dd][Nn][Ss]://(?:${LABEL}\\.)*${LAST_LABEL}/?(?:\\?[^#${UNSTORABLE}]*)?`;

/** Also `tcp://host:port` and `dns://name?type=MX`. */
const CHECK_ADDRESS = `${SITE_ADDRESS}|${CONNECTION}|${NAME}`;

const withSchemePattern = new RegExp(`^${SCHEME}`);

/** Addresses without a scheme are read as https. */
export function withScheme(address: string): string {
  return withSchemePattern.test(address) ? address : `https://${address}`;
}

const RECORD_TYPES = ["A", "AAAA", "CAA", "CNAME", "MX", "NS", "PTR", "SRV", "TXT"] as const;
type RecordType = (typeof RECORD_TYPES)[number];

/** `host` as URLs have it, IPv6 in brackets. */
export type CheckTarget =
  | { kind: "http"; url: string }
  | { kind: "tcp"; host: string; port: number }
  | { kind: "dns"; name: string; type: RecordType; expect: string | null };

// URL parses hosts only for web schemes; ftp's default port is the rarest among them.
const LIKE = "ftp";
const LIKE_PORT = 21;

function dnsTarget({ hostname: name, searchParams }: URL): CheckTarget | null {
  const asked = (searchParams.get("type") ?? "A").toUpperCase();
  const type = RECORD_TYPES.find((one) => one === asked);
  if (!type || name === "") return null;
  return { kind: "dns", name, type, expect: searchParams.get("expect") };
}

/** @returns null when nothing can be checked there */
export function checkTarget(address: string): CheckTarget | null {
  const [, scheme = "", rest = ""] = /^(tcp|dns):(\/\/.*)$/is.exec(address) ?? [];
  if (scheme === "") {
    const url = withScheme(address);
    return URL.canParse(url) ? { kind: "http", url } : null;
  }
  if (!URL.canParse(`${LIKE}:${rest}`)) return null;
  const url = new URL(`${LIKE}:${rest}`);
  if (scheme.toLowerCase() === "dns") return dnsTarget(url);
  return { kind: "tcp", host: url.hostname, port: Number(url.port) || LIKE_PORT };
}

// The pattern cannot express all that the URL parser refuses.
function address(pattern: string) {
  return matching(MAX_URL, pattern, "bad_url").refine(
    (given) => given === "" || URL.canParse(withScheme(given)),
    issue("bad_url"),
  );
}

/** `""` and null mean not given. */
export function url() {
  return address(WEB_ADDRESS).nullish().transform(emptyAsUnset);
}

const siteMeta = {
  description: "A web address; one without a scheme is kept as it is and read as https",
  examples: ["https://example.com", "example.com"],
};

/** May lack its scheme; `""` and null mean not given. */
export function site() {
  return address(SITE_ADDRESS).nullish().transform(emptyAsUnset).meta(siteMeta);
}

const checkMeta = {
  description:
    "What is checked: a web address, where one without a scheme is kept as it is and read as https; `tcp://host:port`, which is up when it accepts a connection; `dns://name`, which is up when it has records of a `type` (A unless given), one of them as `expect` says if that is given. The last two are extensions",
  examples: [
    "https://example.com/health",
    "example.com",
    "tcp://example.com:5432",
    "dns://example.com?type=MX&expect=10%20mail.example.com",
  ],
};

export function optionalCheckAddress() {
  return matching(MAX_URL, CHECK_ADDRESS, "bad_url")
    .refine((given) => given === "" || checkTarget(given) !== null, issue("bad_url"))
    .nullable()
    .transform(emptyAsNull)
    .optional()
    .meta(checkMeta);
}

// RFC 5321 and 6531, without quotes: what mail servers and header parsers read as one address.
const ATOM = `[^\\s\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2060()<>@,;:\\\\"\\[\\].${UNSTORABLE}]+`;
const IN_LABEL = `[^_${NOT_IN_NAMES}]`;
const DOMAIN = `(?:${IN_LABEL}{1,63}\\.)+[0-9]*[^0-9_${NOT_IN_NAMES}]${IN_LABEL}*`;
const EMAIL = `${ATOM}(?:\\.${ATOM})*@${DOMAIN}`;
const MAIL_HOST = /^(?:(?!-)[a-z0-9-]{1,63}(?<!-)(?:\.|$))+$/;

function emailText() {
  return matching(MAX_EMAIL, EMAIL, "bad_email").refine((given) => {
    const url = URL.parse(`https://${given.slice(given.lastIndexOf("@") + 1)}`);
    return given === "" || (url !== null && MAIL_HOST.test(url.hostname));
  }, issue("bad_email"));
}

export function optionalEmail() {
  return emailText().nullable().transform(emptyAsNull).optional();
}

/** Null becomes `""`. */
export function plainEmail() {
  return emailText()
    .nullish()
    .transform((value) => (value === null ? "" : value));
}

export function email() {
  return emailText().refine((given) => given !== "", issue("blank"));
}

const COLOR = "[0-9A-Fa-f]{6}";

/** Six hexadecimal digits, case kept; `""` means not given. */
export function color() {
  return matching(6, COLOR, "bad_color").nullish().transform(emptyAsUnset);
}

export function optionalColor() {
  return matching(6, COLOR, "bad_color").nullable().transform(emptyAsNull).optional();
}
