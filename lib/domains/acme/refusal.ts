const PREFIX = "urn:ietf:params:acme:error:";
const MAX_DETAIL = 200;

/** A problem document of RFC 8555. */
export type Problem = { type?: string; detail?: string };

type Refused = Problem & { status?: number; retry_after_s?: number };

export class AcmeRefusal extends Error {
  /** Without the common prefix: `rateLimited`. */
  readonly type: string;
  readonly detail: string;
  /** HTTP status; 0: the refusal was part of an order or a challenge. */
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

/** A problem on our side; the message is shown to operators as it is. */
export class CannotOrder extends Error {}

export const AUTHORITY_PAUSED =
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
  ["rateLimited", () => AUTHORITY_PAUSED],
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

const VALIDATION_TYPES = ["connection", "unauthorized", "incorrectResponse", "tls", "dns", "caa"];

/** Whether the authority reached the name and did not find the challenge there. */
export function isFailedValidation(error: unknown): boolean {
  return error instanceof AcmeRefusal && VALIDATION_TYPES.includes(error.type);
}

export function describeFailure(error: unknown, name: string): string {
  if (error instanceof CannotOrder) return error.message;
  if (!(error instanceof AcmeRefusal)) return "The certificate authority cannot be reached.";
  const sentence = SENTENCES.get(error.type);
  if (sentence) return sentence(name);
  if (error.status >= 500) return "The certificate authority does not work at the moment.";
  const detail = error.detail.replace(/\s+/g, " ").slice(0, MAX_DETAIL);
  return detail
    ? `The certificate authority refused: ${detail}`
    : "The certificate authority refused.";
}
