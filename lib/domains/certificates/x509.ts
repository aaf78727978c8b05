import { X509Certificate } from "node:crypto";
import { toWire } from "#lib/platform/clock.ts";

const BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** The certificates of a PEM file, in order. @throws {Error} for malformed ones */
export function certificatesOf(chain: string): X509Certificate[] {
  return (chain.match(BLOCK) ?? []).map((block) => new X509Certificate(block));
}

export function leafOf(chain: string): X509Certificate | undefined {
  try {
    return new X509Certificate(chain);
  } catch {
    return undefined;
  }
}

/** The organization of a distinguished name, else its common name. */
function nameIn(distinguished: string): string | null {
  const parts = new Map(
    distinguished.split("\n").map((line) => {
      const equals = line.indexOf("=");
      return [line.slice(0, equals), line.slice(equals + 1)] as const;
    }),
  );
  return parts.get("O") ?? parts.get("CN") ?? null;
}

/** Issuer and validity, as wire times. */
export function issuanceOf(certificate: X509Certificate) {
  return {
    issuer: nameIn(certificate.issuer),
    not_before: toWire(new Date(certificate.validFrom)),
    not_after: toWire(new Date(certificate.validTo)),
  };
}

/** DNS names of a certificate; wildcards stay wildcards. */
export function namesOf({ subjectAltName }: X509Certificate): string[] {
  return (subjectAltName ?? "")
    .split(", ")
    .filter((name) => name.startsWith("DNS:"))
    .map((name) => name.slice("DNS:".length).toLowerCase());
}
