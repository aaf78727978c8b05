import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { createSecureContext, getCACertificates } from "node:tls";
import type { PutCertificate } from "#lib/domains/certificates/schema.ts";
import { certificatesOf, issuanceOf } from "#lib/domains/certificates/x509.ts";
import { now } from "#lib/platform/clock.ts";
import { type FieldErrors, invalid } from "#lib/platform/errors/errors.ts";
import type { FieldErrorCode } from "#lib/platform/i18n/field-errors.ts";

// Longer keys cost a front hundreds of milliseconds per visitor.
const RSA_BITS = { least: 2_048, most: 4_096 };

type CheckedUpload = { leaf: X509Certificate; chain: string; key: string };

type Parsed<T> = { value: T } | { code: FieldErrorCode; issuer?: string };

/** From the domain's own certificate up, each once; null: others are among them. */
function inOrder(given: readonly X509Certificate[]): X509Certificate[] | null {
  const rest = new Map(given.map((one) => [one.fingerprint256, one]));
  const chain: X509Certificate[] = [];
  let at = given.find(({ ca }) => !ca) ?? given[0];
  while (at) {
    const issued: X509Certificate = at;
    chain.push(issued);
    rest.delete(issued.fingerprint256);
    at = [...rest.values()].find((one) => isIssuedBy(issued, one));
  }
  return rest.size === 0 ? chain : null;
}

function isIssuedBy(one: X509Certificate, issuer: X509Certificate): boolean {
  return one.checkIssued(issuer) && one.verify(issuer.publicKey);
}

/** Whether browsers find a root above, given that the operator's own roots are sent along. */
function isComplete(chain: readonly X509Certificate[]): boolean {
  const last = chain.at(-1);
  if (!last || isIssuedBy(last, last)) return true;
  const roots = (["bundled", "system", "extra"] as const)
    .flatMap((kind) => getCACertificates(kind))
    .map((pem) => new X509Certificate(pem));
  const isKnown = (one: X509Certificate) =>
    roots.some(
      ({ subject, publicKey }) => subject === one.subject && publicKey.equals(one.publicKey),
    );
  return chain.some(isKnown) || roots.some((root) => isIssuedBy(last, root));
}

function readChain(chain: string, domain: string): Parsed<X509Certificate[]> {
  let certificates: X509Certificate[];
  try {
    certificates = certificatesOf(chain);
  } catch {
    return { code: "bad_certificate" };
  }
  const ordered = inOrder(certificates);
  if (!ordered) return { code: "chain_order" };
  const [leaf] = ordered;
  if (!leaf) return { code: "bad_certificate" };
  if (!leaf.checkHost(domain, { subject: "never" })) return { code: "not_covering" };
  const time = now().getTime();
  const holds = (one: X509Certificate) =>
    Date.parse(one.validFrom) <= time && Date.parse(one.validTo) > time;
  if (!ordered.every(holds)) return { code: "not_valid_now" };
  const issuer = issuanceOf(ordered.at(-1) ?? leaf).issuer ?? "";
  return isComplete(ordered) ? { value: ordered } : { code: "incomplete_chain", issuer };
}

function isStrong({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): boolean {
  const { modulusLength: bits = 0 } = details ?? {};
  if (type === "rsa") return bits >= RSA_BITS.least && bits <= RSA_BITS.most;
  return type === "ec";
}

function readKey(pem: string): Parsed<KeyObject> {
  if (/BEGIN ENCRYPTED|Proc-Type: *4, *ENCRYPTED/i.test(pem)) return { code: "encrypted_key" };
  try {
    const key = createPrivateKey(pem);
    return isStrong(key) ? { value: key } : { code: "weak_key" };
  } catch {
    return { code: "bad_key" };
  }
}

/** @throws {AppError} `invalid` when OpenSSL refuses to use it */
function usable(checked: CheckedUpload): CheckedUpload {
  try {
    createSecureContext({ cert: checked.chain, key: checked.key });
    return checked;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code.includes("KEY_TOO_SMALL")) throw invalid({ key: [{ code: "weak_key" }] });
    throw invalid({ chain: [{ code: "bad_certificate" }] });
  }
}

/** @throws {AppError} `invalid`, with field errors for the chain, the key or both */
export function checkUpload(input: PutCertificate, domain: string): CheckedUpload {
  const chain = readChain(input.chain, domain);
  const key = readKey(input.key);
  if ("value" in chain && "value" in key) {
    const [leaf] = chain.value;
    if (leaf?.checkPrivateKey(key.value))
      return usable({
        leaf,
        chain: chain.value.map(String).join(""),
        key: key.value.export({ type: "pkcs8", format: "pem" }).toString(),
      });
    throw invalid({ key: [{ code: "key_mismatch" }] });
  }
  const wrong: FieldErrors = {};
  if ("code" in chain)
    wrong.chain = [{ code: chain.code, values: { domain, issuer: chain.issuer ?? "" } }];
  if ("code" in key) wrong.key = [{ code: key.code }];
  throw invalid(wrong);
}
