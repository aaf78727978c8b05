import { createPrivateKey, type KeyObject, type X509Certificate } from "node:crypto";
import type { PutCertificate } from "#lib/certificates/upload/schema.ts";
import { certificatesOf } from "#lib/certificates/x509.ts";
import { now } from "#lib/clock.ts";
import { type FieldErrors, invalid } from "#lib/errors.ts";
import type { FieldErrorCode } from "#lib/i18n/field-errors.ts";

const SHORTEST_RSA = 2_048;

/** A certificate and its key that fit each other, and the domain. */
export type Checked = { leaf: X509Certificate; chain: string; key: string };

type Found<T> = { value: T } | { code: FieldErrorCode };

function readChain(chain: string, domain: string): Found<X509Certificate[]> {
  let certificates: X509Certificate[];
  try {
    certificates = certificatesOf(chain);
  } catch {
    return { code: "bad_certificate" };
  }
  const [leaf] = certificates;
  if (!leaf) return { code: "bad_certificate" };
  const isInOrder = certificates.every((certificate, at) => {
    const next = certificates[at + 1];
    return !next || (certificate.checkIssued(next) && certificate.verify(next.publicKey));
  });
  if (!isInOrder) return { code: "chain_order" };
  if (!leaf.checkHost(domain, { subject: "never" })) return { code: "not_covering" };
  const time = now().getTime();
  const holds = (one: X509Certificate) =>
    Date.parse(one.validFrom) <= time && Date.parse(one.validTo) > time;
  return certificates.every(holds) ? { value: certificates } : { code: "not_valid_now" };
}

function isStrong({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): boolean {
  if (type === "rsa") return (details?.modulusLength ?? 0) >= SHORTEST_RSA;
  return type === "ec";
}

function readKey(pem: string): Found<KeyObject> {
  if (/BEGIN ENCRYPTED|Proc-Type: *4, *ENCRYPTED/i.test(pem)) return { code: "encrypted_key" };
  try {
    const key = createPrivateKey(pem);
    return isStrong(key) ? { value: key } : { code: "weak_key" };
  } catch {
    return { code: "bad_key" };
  }
}

/** @throws {AppError} `invalid`, with what is wrong with the chain, the key or both */
export function checkUpload(input: PutCertificate, domain: string): Checked {
  const chain = readChain(input.chain, domain);
  const key = readKey(input.key);
  if ("value" in chain && "value" in key) {
    const [leaf] = chain.value;
    if (leaf?.checkPrivateKey(key.value))
      return {
        leaf,
        chain: chain.value.map(String).join(""),
        key: key.value.export({ type: "pkcs8", format: "pem" }).toString(),
      };
    throw invalid({ key: [{ code: "key_mismatch" }] });
  }
  const wrong: FieldErrors = {};
  if ("code" in chain) wrong.chain = [{ code: chain.code, values: { domain } }];
  if ("code" in key) wrong.key = [{ code: key.code }];
  throw invalid(wrong);
}
