import type { Keyed } from "#lib/domains/host-directory/copies.ts";
import { now } from "#lib/platform/clock.ts";

const YEARS_MS = 10 * 365 * 24 * 60 * 60 * 1_000;

function pemOf(label: string, der: ArrayBuffer): string {
  const lines =
    Buffer.from(der)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}

/**
 * What is shown to whoever asks for a host without a certificate: so that they can be told why,
 * once they go on all the same.
 */
export async function makeSelfSigned(name: string): Promise<Keyed> {
  await import("reflect-metadata");
  const { SubjectAlternativeNameExtension, X509CertificateGenerator } = await import(
    "@peculiar/x509"
  );
  const { subtle } = globalThis.crypto;
  const kind = { name: "ECDSA", namedCurve: "P-256" };
  const keys = await subtle.generateKey(kind, true, ["sign", "verify"]);
  const begin = now();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys,
    notBefore: begin,
    notAfter: new Date(begin.getTime() + YEARS_MS),
    signingAlgorithm: { name: "ECDSA", hash: "SHA-256" },
    extensions: [new SubjectAlternativeNameExtension([{ type: "dns", value: name }])],
  });
  const key = pemOf("PRIVATE KEY", await subtle.exportKey("pkcs8", keys.privateKey));
  return { names: [name], chain: `${certificate.toString("pem")}\n`, key };
}
