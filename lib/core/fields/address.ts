import { checkTarget } from "#lib/core/fields/check-address.ts";
import {
  emptyAsNull,
  emptyAsUnset,
  issue,
  MAX_EMAIL,
  MAX_URL,
  matching,
  UNSTORABLE,
} from "#lib/core/fields/text.ts";
import {
  CHECK_ADDRESS,
  SITE_ADDRESS,
  WEB_ADDRESS,
  withScheme,
} from "#lib/core/fields/web-address.ts";

// A name can be spelled like a host's and be none: what remains to be checked has no pattern.
function address(pattern: string) {
  return matching(MAX_URL, pattern, "bad_url").refine(
    (given) => given === "" || URL.canParse(withScheme(given)),
    issue("bad_url"),
  );
}

/** A web address; `""` and null mean not given. */
export function url() {
  return address(WEB_ADDRESS).nullish().transform(emptyAsUnset);
}

const siteMeta = {
  description: "A web address; one without a scheme is kept as it is and read as https",
  examples: ["https://example.com", "example.com"],
};

/** A web address that may lack its scheme; `""` and null mean not given. */
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

/** An address that can be checked, or null. */
export function optionalCheckAddress() {
  return matching(MAX_URL, CHECK_ADDRESS, "bad_url")
    .refine((given) => given === "" || checkTarget(given) !== null, issue("bad_url"))
    .nullable()
    .transform(emptyAsNull)
    .optional()
    .meta(checkMeta);
}

const OUTSIDE = `\\s@<>"${UNSTORABLE}`;
const EMAIL = `[^${OUTSIDE}]+@[^${OUTSIDE}]+\\.[^.${OUTSIDE}]+`;

export function optionalEmail() {
  return matching(MAX_EMAIL, EMAIL, "bad_email").nullable().transform(emptyAsNull).optional();
}

/** An e-mail address or `""`; null is `""` too. */
export function plainEmail() {
  return matching(MAX_EMAIL, EMAIL, "bad_email")
    .nullish()
    .transform((value) => (value === null ? "" : value));
}

export function email() {
  return matching(MAX_EMAIL, EMAIL, "bad_email").refine((given) => given !== "", issue("blank"));
}

const COLOR = "[0-9A-Fa-f]{6}";

/** Six hexadecimal digits, case kept; `""` means not given. */
export function color() {
  return matching(6, COLOR, "bad_color").nullish().transform(emptyAsUnset);
}

export function optionalColor() {
  return matching(6, COLOR, "bad_color").nullable().transform(emptyAsNull).optional();
}
