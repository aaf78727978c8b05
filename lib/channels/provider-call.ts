import type { SendOptions } from "#lib/channels/channel.ts";
import { now } from "#lib/platform/clock.ts";
import { HttpError } from "#lib/platform/http/failure.ts";
import { callHttp } from "#lib/platform/http/http.ts";
import {
  providerUrl,
  redact,
  resetPause_s,
  retryAfter_s,
} from "#lib/platform/http/provider-calls.ts";
import {
  delivered,
  refusesMessage,
  refusesPerson,
  refusesUs,
  tryAgain,
  type Verdict,
} from "#lib/platform/verdict.ts";

const TIMEOUT_MS = 15_000;
const READ_BYTES = 65_536;
/** After that the status decides: what was sent has arrived. A list that is read must be whole. */
const BODY_MS = 2_000;

type Call = {
  method?: "POST" | "PATCH" | "GET";
  headers?: Record<string, string>;
  body?: string;
  body_ms?: number;
};

export function calledHost(url: string): string {
  return new URL(url).host;
}

export function verdictOnFailure(error: unknown): Verdict {
  if (!(error instanceof HttpError)) throw error;
  const { failure, detail } = error;
  if (failure === "address_refused") return refusesPerson(failure);
  // A request without an answer may still have been processed.
  const unsure =
    failure === "timeout" || failure === "bad_answer" || failure === "connection_failed";
  return tryAgain(failure === "tls_failed" ? (detail ?? failure) : failure, {
    unsure: unsure && !error.isOurs,
  });
}

/**
 * Calls a provider once: 15 s, 64 KiB, no redirects.
 * @returns its answer, or the verdict when none came
 */
export async function callProvider(
  url: string,
  { method = "POST", headers, body, body_ms = BODY_MS }: Call,
  { signal }: SendOptions,
): Promise<{ answer: Answer } | { verdict: Verdict }> {
  try {
    const answer = await callHttp(providerUrl(url), {
      method,
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
      timeout_ms: TIMEOUT_MS,
      max_bytes: READ_BYTES,
      ...(method !== "GET" && { body_ms }),
      ...(signal && { signal }),
    });
    return { answer: { ...answer, text: answer.body.toString("utf8") } };
  } catch (error) {
    return { verdict: verdictOnFailure(error) };
  }
}

export type Answer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
};

/** Statuses by meaning; other refusals concern this message only. */
export type Meanings = {
  delivered: readonly number[];
  gone?: readonly number[];
  /** Our account or its permissions. */
  sender?: readonly number[];
  pause_s?: number;
};

const MOMENTARY = [408, 423, 425, 429];

/** Parts of an address that grant its use to whoever reads them. */
export function secretsOf(address: string): string[] {
  if (!URL.canParse(address) || !/^https?:/.test(address)) return [address];
  const { pathname, searchParams, username, password } = new URL(address);
  return [address, pathname, ...pathname.split("/"), ...searchParams.values(), username, password];
}

function headerOf({ headers }: Answer, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Seconds that a refusal for too many calls names elsewhere: headers, or fields of the body. */
function namedPause_s(answer: Answer, at: Date): number {
  const { retry_after, parameters } = fieldsOf(answer);
  const nested = (parameters as { retry_after?: unknown } | null | undefined)?.retry_after;
  const said = [headerOf(answer, "x-ratelimit-reset-after"), retry_after, nested];
  const pauses = said.map((value) => retryAfter_s(String(value ?? ""), at));
  return Math.max(...pauses, resetPause_s(headerOf(answer, "x-ratelimit-reset"), at));
}

/** The pause that an answer asks for, at least `least_s` seconds. */
export function retryPause_s(answer: Answer, least_s = 0, at: Date = now()): number {
  const named_s = answer.status === 429 ? namedPause_s(answer, at) : 0;
  return Math.max(least_s, named_s, retryAfter_s(headerOf(answer, "retry-after"), at));
}

/**
 * Classifies an answer by status: 429 and the like, 3xx and 5xx can be retried.
 * @param secrets removed from the stored answer
 */
export function verdictOn(
  answer: Answer,
  { delivered: good, gone = [], sender = [], pause_s = 0 }: Meanings,
  secrets: readonly (string | null)[],
  at: Date = now(),
): Verdict {
  const { status } = answer;
  const said = `${status} ${redact(answer.text, secrets)}`.trim();
  if (good.includes(status)) return delivered(said);
  const reason = `status ${status}`;
  const isMomentary = MOMENTARY.includes(status);
  if (isMomentary || status >= 500 || status < 400) {
    const throttled = status === 429;
    const after_s = retryPause_s(answer, throttled ? pause_s : 0, at);
    // A gateway's time-out says nothing about the server behind it.
    return tryAgain(reason, { answer: said, after_s, throttled, unsure: status === 504 });
  }
  if (gone.includes(status)) return refusesPerson(reason, said);
  return sender.includes(status) ? refusesUs(reason, said) : refusesMessage(reason, said);
}

export function fieldsOf({ text }: Pick<Answer, "text">): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
