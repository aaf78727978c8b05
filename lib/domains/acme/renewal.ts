import type { X509Certificate } from "node:crypto";
import type { Authority } from "#lib/domains/acme/authority.ts";
import { DAY_SECONDS, now } from "#lib/platform/clock.ts";
import { retryAfter_s } from "#lib/platform/http/provider-calls.ts";

// DER encoding of the object identifier 2.5.29.35 (authority key identifier).
const AUTHORITY_KEY = Buffer.from("0603551d23", "hex");
const OCTETS = 0x04;
const KEY_IDENTIFIER = 0x80;

function keyIdentifierOf({ raw }: X509Certificate): Buffer | null {
  const at = raw.indexOf(AUTHORITY_KEY);
  if (at < 0) return null;
  const start = at + AUTHORITY_KEY.length;
  // An OCTET STRING with a SEQUENCE that begins with the key identifier; all are below 128 bytes.
  if (raw[start] !== OCTETS || raw[start + 4] !== KEY_IDENTIFIER) return null;
  const size = raw[start + 5] ?? 0;
  return raw.subarray(start + 6, start + 6 + size);
}

/** Certificate identifier of RFC 9773; null: the certificate does not name its issuer's key. */
export function renewalIdOf(certificate: X509Certificate): string | null {
  const issuer = keyIdentifierOf(certificate);
  if (!issuer) return null;
  const digits = certificate.serialNumber;
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  const serial = Buffer.from(/^[89a-f]/i.test(even) ? `00${even}` : even, "hex");
  return `${issuer.toString("base64url")}.${serial.toString("base64url")}`;
}

/** The authority's renewal window (ms), and when to ask again. */
type Suggestion = { start_ms: number; end_ms: number; again_s: number };

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

const FIRST_S = 60;
const SPREAD = 0.1;
const ASK_AGAIN_S = { least: 60, usual: 6 * 3_600, most: DAY_SECONDS };

/** Validity in ms. */
type Life = { from_ms: number; to_ms: number };

/** Certificate lifetimes differ and get shorter, so this is a fraction and no number of days. */
export function twoThirdsOf({ from_ms, to_ms }: Life): number {
  return from_ms + ((to_ms - from_ms) * 2) / 3;
}

/**
 * When to renew: a random time in the authority's window, stable while the window is; two thirds of
 * the lifetime without a window or when the window is too late.
 * @param drawn from 0 to 1
 */
export function renewalTime(
  life: Life,
  window: Pick<Suggestion, "start_ms" | "end_ms"> | null,
  { known_ms, drawn }: { known_ms: number | null; drawn: number },
): number {
  const usual = twoThirdsOf(life);
  if (!window) return usual;
  const { start_ms, end_ms } = window;
  // Leaves a tenth of the lifetime for retries.
  const latest = life.to_ms - (life.to_ms - life.from_ms) / 10;
  if (start_ms >= latest) return usual;
  if (known_ms !== null && known_ms >= start_ms && known_ms <= Math.min(end_ms, latest))
    return known_ms;
  return start_ms + drawn * (Math.min(end_ms, latest) - start_ms);
}

export function askAgain_s(asked_s: number): number {
  const { least, usual, most } = ASK_AGAIN_S;
  return asked_s === 0 ? usual : Math.min(Math.max(asked_s, least), most);
}

/**
 * Delay after consecutive failures: from a minute to a day, and at least as long as the authority
 * asks.
 * @param drawn from 0 to 1
 */
export function pause_s(failures: number, asked_s: number, drawn: number): number {
  const doubled = FIRST_S * 2 ** Math.min(Math.max(failures - 1, 0), 20);
  return Math.ceil(Math.max(Math.min(doubled, DAY_SECONDS), asked_s) * (1 + drawn * SPREAD));
}
