import { UNSTORABLE } from "#lib/core/fields/text.ts";

// ASCII that no host name has; what else there is of Unicode is for the parser of URLs to judge.
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

/** The pattern of an address that begins with http:// or https://. */
export const WEB_ADDRESS = `${SCHEME}${USER}${ANY_HOST}${PORT_AND_PATH}`;

/** The same, or of one that lacks nothing but its scheme: `example.com/status`. */
export const SITE_ADDRESS = `${WEB_ADDRESS}|${FULL_HOST}${PORT_AND_PATH}`;

const CONNECTION = `[Tt][Cc][Pp]://${ANY_HOST}${PORT}/?`;
const NAME = `[Dd][Nn][Ss]://(?:${LABEL}\\.)*${LAST_LABEL}/?(?:\\?[^#${UNSTORABLE}]*)?`;

/** The same, or `tcp://host:port`, or `dns://name?type=MX`. */
export const CHECK_ADDRESS = `${SITE_ADDRESS}|${CONNECTION}|${NAME}`;

const withSchemePattern = new RegExp(`^${SCHEME}`);

/** The address to use for one that was given: what came without a scheme is read as https. */
export function withScheme(address: string): string {
  return withSchemePattern.test(address) ? address : `https://${address}`;
}
