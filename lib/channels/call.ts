import type { Verdict, Way } from "#lib/channels/channel.ts";
import { type Answer, neverAgain, tryAgain } from "#lib/channels/verdict.ts";
import { HttpError } from "#lib/platform/http/failure.ts";
import { callHttp } from "#lib/platform/http/http.ts";
import { reached } from "#lib/platform/http/provider-calls.ts";

const TIMEOUT_MS = 15_000;
const READ_BYTES = 65_536;

type Call = {
  method?: "POST" | "PATCH" | "GET";
  headers?: Record<string, string>;
  body?: string;
};

/** The host that a call to an address goes to. */
export function calledHost(url: string): string {
  return new URL(url).host;
}

/** What follows from a call that got no answer. */
export function verdictOnFailure(error: unknown): Verdict {
  if (!(error instanceof HttpError)) throw error;
  const { failure } = error;
  if (failure === "address_refused") return neverAgain("address", failure);
  // A request whose answer never came may have been understood.
  const unsure =
    failure === "timeout" || failure === "bad_answer" || failure === "connection_failed";
  return tryAgain(failure, { unsure: unsure && !error.isOurs });
}

/**
 * Calls a provider once: 15 s, 64 KiB, no redirects.
 * @returns its answer, or what follows from there being none
 */
export async function callProvider(
  url: string,
  { method = "POST", headers, body }: Call,
  { signal }: Way,
): Promise<{ answer: Answer } | { verdict: Verdict }> {
  try {
    const answer = await callHttp(reached(url), {
      method,
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
      timeout_ms: TIMEOUT_MS,
      max_bytes: READ_BYTES,
      ...(signal && { signal }),
    });
    return { answer: { ...answer, text: answer.body.toString("utf8") } };
  } catch (error) {
    return { verdict: verdictOnFailure(error) };
  }
}
