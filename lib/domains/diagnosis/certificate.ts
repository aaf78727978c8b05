import type { X509Certificate } from "node:crypto";
import type { readCertificate } from "#lib/domains/certificates/certificate.ts";
import { issuanceOf } from "#lib/domains/certificates/x509.ts";
import type { CertificateResult, Finding } from "#lib/domains/diagnosis/diagnosis.ts";
import type { Reach } from "#lib/domains/diagnosis/reach.ts";
import { toWire } from "#lib/platform/clock.ts";

/** A renewal is overdue below this fraction of the lifetime. */
const LATE = 0.2;

const NONE = { state: "none", source: null, issuer: null, not_after: null } as const;

type CertificateState = NonNullable<Awaited<ReturnType<typeof readCertificate>>>;

type Circumstances = {
  name: string;
  /** null: we have no certificate and want none. */
  held: CertificateState | null;
  reach: Reach;
  isProven: boolean;
  isPlain: boolean;
  isAcmeOn: boolean;
  now: string;
};

type Dates = { issuer: string | null; not_before: string | null; not_after: string | null };

function isLate({ not_before, not_after }: Dates, now: string): boolean {
  if (not_before === null || not_after === null) return false;
  const [from, until, at] = [not_before, not_after, now].map((time) => Date.parse(`${time}Z`));
  const [a = 0, b = 0, c = 0] = [from, until, at];
  return b - c < (b - a) * LATE;
}

function findingOf(code: Finding["code"], { issuer, not_after }: Dates, more = {}): Finding {
  const date = (not_after ?? "").slice(0, 10);
  return { code, values: { issuer: issuer ?? "?", date, ...more } };
}

function isOurs(presented: X509Certificate, held: CertificateState | null): boolean {
  return held !== null && held.not_after === toWire(new Date(presented.validTo));
}

export function isElsewhere({ reach: { https }, held }: Circumstances): boolean {
  const { certificate, outcome } = https;
  if (outcome !== "proof" || certificate === null || certificate.error !== null) return false;
  return !isOurs(certificate.presented, held);
}

/** Whether visitors get the page over valid HTTPS, or over HTTP on a plain installation. */
export function isServed(circumstances: Circumstances): boolean {
  const { isPlain, isProven, reach, held } = circumstances;
  const { certificate, outcome } = reach.https;
  if (outcome !== "proof" || certificate === null) return isPlain && isProven;
  if (certificate.error === null) return true;
  // Visitors may trust a private authority that this server does not know.
  const isHeld = held?.state === "valid" && isOurs(certificate.presented, held);
  return isHeld || isPlain;
}

export function resultOfHeld(
  held: CertificateState,
  { name, now }: Pick<Circumstances, "name" | "now">,
): CertificateResult {
  const { state, source: from, issuer, not_after, error } = held;
  const source = from === "acme" ? "acme" : "uploaded";
  const dates = { issuer, not_after };
  if (state === "ordering")
    return { state, source, ...dates, said: { code: "certificate_ordering" } };
  const more = { domain: name, error: error ?? "" };
  if (state === "failed") {
    const code = source === "acme" ? "certificate_failed" : "certificate_expired";
    return { state: "invalid", source, ...dates, said: findingOf(code, held, more) };
  }
  if (isLate(held, now))
    return { state: "expiring", source, ...dates, said: findingOf("certificate_expiring", held) };
  const code = source === "acme" ? "certificate_valid" : "certificate_uploaded";
  return { state: "valid", source, ...dates, said: findingOf(code, held) };
}

export function resultOfMissing(isAcmeOn: boolean, domain: string): CertificateResult {
  const code = isAcmeOn ? "certificate_later" : "certificate_missing";
  return { ...NONE, said: { code, values: { domain } } };
}

function resultWithout({ name, reach, isProven, ...rest }: Circumstances): CertificateResult {
  if (rest.isPlain) return { ...NONE, said: { code: "certificate_plain" } };
  const presented = isProven ? reach.https.certificate : null;
  if (presented?.error) {
    const dates = issuanceOf(presented.presented);
    const isOver = dates.not_after <= rest.now;
    const more = { domain: name, error: presented.error };
    const said = findingOf(isOver ? "certificate_expired" : "certificate_invalid", dates, more);
    const { issuer, not_after } = dates;
    return { state: "invalid", source: "elsewhere", issuer, not_after, said };
  }
  return resultOfMissing(rest.isAcmeOn, name);
}

export function certificateResult(circumstances: Circumstances): CertificateResult {
  const { certificate } = circumstances.reach.https;
  if (isElsewhere(circumstances) && certificate) {
    const dates = issuanceOf(certificate.presented);
    const state = isLate(dates, circumstances.now) ? "expiring" : "valid";
    const said = findingOf("certificate_elsewhere", dates);
    const { issuer, not_after } = dates;
    return { state, source: "elsewhere", issuer, not_after, said };
  }
  const { held } = circumstances;
  return held ? resultOfHeld(held, circumstances) : resultWithout(circumstances);
}
