const PREFIX = "urn:ietf:params:acme:error:";
const LONGEST = 200;

/** What RFC 8555 calls a problem document. */
export type Problem = { type?: string; detail?: string };

type Refused = Problem & { status?: number; retry_after_s?: number };

/** An authority that answered, and said no. */
export class AcmeRefusal extends Error {
  /** Without the prefix of all types: `rateLimited`. */
  readonly type: string;
  readonly detail: string;
  /** Of the HTTP response; 0: it was said of an order or a challenge. */
  readonly status: number;
  readonly retry_after_s: number;

  constructor({ type = "", detail = "", status = 0, retry_after_s = 0 }: Refused) {
    super(detail || type || `status ${status}`);
    this.type = type.startsWith(PREFIX) ? type.slice(PREFIX.length) : type;
    this.detail = detail;
    this.status = status;
    this.retry_after_s = retry_after_s;
  }
}

/** What is wrong on our side: the sentence is for the operators as it is. */
export class CannotOrder extends Error {}

/** What is said while the authority wants to be left alone. */
export const WAITING =
  "The certificate authority issues no more certificates for now. It is asked again later.";

type Sentence = (name: string) => string;

const SENTENCES = new Map<string, Sentence>([
  ["caa", (name) => `A CAA record of ${name} forbids the certificate authority to issue for it.`],
  ["connection", (name) => `The certificate authority could not reach ${name}.`],
  ["dns", (name) => `The certificate authority found no address of ${name} in DNS.`],
  [
    "unauthorized",
    (name) => `The certificate authority reached ${name}, but another server answered there.`,
  ],
  [
    "incorrectResponse",
    (name) => `The certificate authority reached ${name}, but another server answered there.`,
  ],
  ["tls", (name) => `The certificate authority could not begin TLS with ${name}.`],
  ["rateLimited", () => WAITING],
  ["rejectedIdentifier", (name) => `The certificate authority does not issue for ${name}.`],
  ["unsupportedIdentifier", (name) => `The certificate authority does not issue for ${name}.`],
  [
    "externalAccountRequired",
    () =>
      "The certificate authority asks for an account: set ACME_EAB_KEY_ID and ACME_EAB_HMAC_KEY.",
  ],
  [
    "userActionRequired",
    () => "The certificate authority asks its customer to agree to something first.",
  ],
]);

/** The types that say that a name does not lead to us, or not to be certified. */
const OF_THE_NAME = ["connection", "unauthorized", "incorrectResponse", "tls", "dns", "caa"];

/** Whether the authority looked at the name, and did not find what it was to find. */
export function isFailedValidation(error: unknown): boolean {
  return error instanceof AcmeRefusal && OF_THE_NAME.includes(error.type);
}

/** Why a certificate could not be had, as a sentence for the operators. */
export function sentenceOf(error: unknown, name: string): string {
  if (error instanceof CannotOrder) return error.message;
  if (!(error instanceof AcmeRefusal)) return "The certificate authority cannot be reached.";
  const sentence = SENTENCES.get(error.type);
  if (sentence) return sentence(name);
  if (error.status >= 500) return "The certificate authority does not work at the moment.";
  const detail = error.detail.replace(/\s+/g, " ").slice(0, LONGEST);
  return detail
    ? `The certificate authority refused: ${detail}`
    : "The certificate authority refused.";
}
