import type { X509Certificate } from "node:crypto";
import type { Authority } from "#lib/domains/acme/authority.ts";
import { now } from "#lib/platform/clock.ts";
import { retryAfter_s } from "#lib/platform/outbound/retry-after.ts";

// The object identifier 2.5.29.35, as every certificate that names its issuer's key has it.
const AUTHORITY_KEY = Buffer.from("0603551d23", "hex");
const OCTETS = 0x04;
const KEY_IDENTIFIER = 0x80;

function keyIdentifierOf({ raw }: X509Certificate): Buffer | null {
  const at = raw.indexOf(AUTHORITY_KEY);
  if (at < 0) return null;
  const start = at + AUTHORITY_KEY.length;
  // An octet string with a sequence whose first part it is; all are shorter than 128 bytes.
  if (raw[start] !== OCTETS || raw[start + 4] !== KEY_IDENTIFIER) return null;
  const size = raw[start + 5] ?? 0;
  return raw.subarray(start + 6, start + 6 + size);
}

/** How RFC 9773 names a certificate; null: it does not name its issuer's key. */
export function renewalIdOf(certificate: X509Certificate): string | null {
  const issuer = keyIdentifierOf(certificate);
  if (!issuer) return null;
  const digits = certificate.serialNumber;
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  const serial = Buffer.from(/^[89a-f]/i.test(even) ? `00${even}` : even, "hex");
  return `${issuer.toString("base64url")}.${serial.toString("base64url")}`;
}

/** When the authority would have a certificate renewed (ms), and when to ask again. */
export type Suggestion = { start_ms: number; end_ms: number; again_s: number };

/** @returns null where the authority suggests nothing */
export async function askRenewal(
  { acme, directory }: Authority,
  certificate: X509Certificate,
): Promise<Suggestion | null> {
  const id = renewalIdOf(certificate);
  if (!directory.renewalInfo || !id) return null;
  const { data, headers } = await acme.axios.get(`${directory.renewalInfo}/${id}`);
  const start_ms = Date.parse(data?.suggestedWindow?.start);
  const end_ms = Date.parse(data?.suggestedWindow?.end);
  if (!(start_ms < end_ms)) return null;
  return { start_ms, end_ms, again_s: retryAfter_s(headers["retry-after"], now()) };
}
