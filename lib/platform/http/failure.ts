import { LookupError } from "#lib/platform/dns/look-up.ts";
import { isNetworkThere } from "#lib/platform/dns/resolver.ts";

type HttpFailure =
  | "address_refused"
  | "unknown_host"
  | "timeout"
  | "tls_failed"
  | "bad_answer"
  | "connection_failed";

export const HTTP_DETAILS = [
  "refused",
  "reset",
  "unreachable",
  "tls_expired",
  "tls_not_yet_valid",
  "tls_wrong_host",
  "tls_self_signed",
  "tls_untrusted",
  "http2_only",
] as const;
type HttpDetail = (typeof HTTP_DETAILS)[number];

const DETAILS: Record<string, HttpDetail> = {
  ECONNREFUSED: "refused",
  ECONNRESET: "reset",
  EPIPE: "reset",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  CERT_HAS_EXPIRED: "tls_expired",
  CERT_NOT_YET_VALID: "tls_not_yet_valid",
  ERR_TLS_CERT_ALTNAME_INVALID: "tls_wrong_host",
  DEPTH_ZERO_SELF_SIGNED_CERT: "tls_self_signed",
  SELF_SIGNED_CERT_IN_CHAIN: "tls_untrusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "tls_untrusted",
  UNABLE_TO_GET_ISSUER_CERT: "tls_untrusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "tls_untrusted",
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: "http2_only",
};

type Origin = { code?: string; cause?: unknown };

/** The message never tells what a name resolved to. */
export class HttpError extends Error {
  readonly failure: HttpFailure;
  /** Whether the fault is on our side and says nothing about the called server. */
  readonly isOurs: boolean;
  /** The code of the system or TLS: `ECONNRESET`, `CERT_HAS_EXPIRED`. */
  readonly code: string;
  /** The exact fault, if the code tells it. */
  readonly detail: HttpDetail | null;

  constructor(failure: HttpFailure, isOurs = false, { code = "", cause }: Origin = {}) {
    super(failure, { cause });
    this.failure = failure;
    this.isOurs = isOurs;
    this.code = code;
    this.detail = DETAILS[code] ?? null;
  }
}

const SHORT_OF = new Set(["EMFILE", "ENFILE", "ENOBUFS", "ENOMEM", "EADDRNOTAVAIL"]);
const UNREACHED = new Set(["ENETUNREACH", "EHOSTUNREACH", "ENETDOWN", "ETIMEDOUT"]);

/** A call that tried several addresses fails with all their codes. */
function codesOf(error: NodeJS.ErrnoException): string[] {
  const all = error instanceof AggregateError ? error.errors : [error];
  return all.map(({ code = "" }) => code);
}

function failureOf(error: NodeJS.ErrnoException): HttpFailure {
  const { code = "" } = error;
  if (error instanceof LookupError) return error.isAnswered ? "unknown_host" : "timeout";
  if (/^HPE_/.test(code)) return "bad_answer";
  if (/TLS|SSL|CERT|UNABLE_TO|EPROTO/.test(code)) return "tls_failed";
  return code === "ETIMEDOUT" ? "timeout" : "connection_failed";
}

type Circumstances = {
  isConnected: boolean;
  isOver: boolean;
  signal: AbortSignal | undefined;
  /** Whether to find out if our own network is down. */
  asksNetwork: boolean;
};

export async function explain(
  error: NodeJS.ErrnoException,
  { isConnected, isOver, signal, asksNetwork }: Circumstances,
): Promise<HttpError> {
  if (error instanceof HttpError) return error;
  if (signal?.aborted) return new HttpError("connection_failed", true, { code: "ABORT_ERR" });
  const codes = codesOf(error);
  const [code = ""] = codes;
  const origin = { code: isOver ? "" : code, cause: error };
  if (codes.some((one) => SHORT_OF.has(one)))
    return new HttpError("connection_failed", true, origin);
  const failure = isOver ? "timeout" : failureOf(error);
  const isUnreached =
    isOver ||
    (error instanceof LookupError && !error.isAnswered) ||
    codes.every((one) => UNREACHED.has(one));
  const isOurs = asksNetwork && !isConnected && isUnreached && !(await isNetworkThere());
  return new HttpError(failure, isOurs, origin);
}
