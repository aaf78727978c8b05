import { LookupError } from "#lib/platform/dns/look-up.ts";
import { isNetworkThere } from "#lib/platform/dns/resolver.ts";

type HttpFailure =
  | "address_refused"
  | "unknown_host"
  | "timeout"
  | "tls_failed"
  | "bad_answer"
  | "connection_failed";

type Origin = { code?: string; cause?: unknown };

/** The message never tells what a name resolved to. */
export class HttpError extends Error {
  readonly failure: HttpFailure;
  /** Whether the fault is on our side and says nothing about the called server. */
  readonly isOurs: boolean;
  /** The code of the system or TLS: `ECONNRESET`, `CERT_HAS_EXPIRED`. */
  readonly code: string;

  constructor(failure: HttpFailure, isOurs = false, { code = "", cause }: Origin = {}) {
    super(failure, { cause });
    this.failure = failure;
    this.isOurs = isOurs;
    this.code = code;
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
