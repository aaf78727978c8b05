import { X509Certificate } from "node:crypto";
import { toWire } from "#lib/platform/clock.ts";

const BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** The certificates of a PEM file, in its order. @throws {Error} for what is none */
export function certificatesOf(chain: string): X509Certificate[] {
  return (chain.match(BLOCK) ?? []).map((block) => new X509Certificate(block));
}

/** The first certificate of a chain: that of the host; undefined: it cannot be read. */
export function leafOf(chain: string): X509Certificate | undefined {
  try {
    return new X509Certificate(chain);
  } catch {
    return undefined;
  }
}

/** The part of a distinguished name that people know it by. */
function nameIn(distinguished: string): string | null {
  const parts = new Map(
    distinguished.split("\n").map((line) => {
      const equals = line.indexOf("=");
      return [line.slice(0, equals), line.slice(equals + 1)] as const;
    }),
  );
  return parts.get("O") ?? parts.get("CN") ?? null;
}

/** Who issued a certificate, and when it holds, as wire times. */
export function issuanceOf(certificate: X509Certificate) {
  return {
    issuer: nameIn(certificate.issuer),
    not_before: toWire(new Date(certificate.validFrom)),
    not_after: toWire(new Date(certificate.validTo)),
  };
}

/** The hosts that a certificate is for, with wildcards as they are written. */
export function namesOf({ subjectAltName }: X509Certificate): string[] {
  return (subjectAltName ?? "")
    .split(", ")
    .filter((name) => name.startsWith("DNS:"))
    .map((name) => name.slice("DNS:".length).toLowerCase());
}
