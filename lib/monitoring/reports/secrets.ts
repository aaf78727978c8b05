const NAME = /token|secret|passw|pwd|api_?key|auth|signature|credential|cookie|session/i;
// In plain text: `token=abc`, `Authorization: Bearer abc`.
const PAIR =
  /((?:token|secret|passw\w{0,8}|pwd|api[_-]?key|authorization|signature)["']?\s{0,3}[=:]\s{0,3})(?:(?:bearer|basic)\s{1,3})?[^\s&,;]{1,500}/gi;
const USER_INFO = /(\/\/)[^\s/@]{1,200}@/g;
const MAX_CHARACTERS = 2_000;
/** A record is kept longer: settings can be tried on it while it is whole. */
const MAX_RECORD_CHARACTERS = 8_000;
const MASK = "…";

function withoutSecrets(text: string): string {
  return text.replace(PAIR, `$1${MASK}`).replace(USER_INFO, `$1${MASK}@`);
}

function maskedField(name: string, value: unknown): unknown {
  if (name !== "" && NAME.test(name)) return MASK;
  return typeof value === "string" ? withoutSecrets(value.slice(0, MAX_CHARACTERS)) : value;
}

/** The beginning of a report without secrets, to show to the team. */
export function redactText(text: string, secret: string, most = MAX_CHARACTERS): string {
  const clean = text
    .slice(0, 2 * most)
    .replaceAll(secret, MASK)
    .replaceAll("\0", "")
    .toWellFormed();
  const kept = withoutSecrets(clean);
  return kept.length > most ? `${kept.slice(0, most).toWellFormed()}${MASK}` : kept;
}

/** Like `redactText`, without serializing more than is kept. */
export function redactRecord(record: unknown, secret: string): string {
  let left = 2 * MAX_RECORD_CHARACTERS;
  const text = JSON.stringify(record, (name, value) => {
    if (left <= 0) return undefined;
    const masked = maskedField(name, value);
    left -= typeof masked === "string" ? masked.length : 1;
    return masked;
  });
  return redactText(text ?? "", secret, MAX_RECORD_CHARACTERS);
}
