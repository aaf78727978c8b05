/** Numbers, names and addresses: a regular expression for JavaScript and PostgreSQL. */
export const OWN_WORDS = "\\S*[0-9…@.]\\S*";
const OWN = new RegExp(OWN_WORDS, "g");

/** A server's words without numbers, names and addresses, which differ for each recipient. */
export function causeOf(said: string): string {
  return said.replaceAll(OWN, "").replaceAll(/\s+/g, " ").trim();
}
