import { now } from "#lib/clock.ts";
import { PutOff } from "#lib/domains/put-off.ts";
import { HttpError } from "#lib/http/failure.ts";
import { callHttp } from "#lib/http.ts";
import { reached } from "#lib/outgoing/reached.ts";
import { retryAfter_s } from "#lib/outgoing/retry-after.ts";

/** A provider said no, and will again: in words for the page's operators. */
export class Refused extends Error {}

export type Call = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  body?: object;
  timeout_ms?: number;
};

type Caller = {
  /** How operators know the provider. */
  provider: "cdn_a" | "cdn_b";
  headers: Record<string, string>;
  /** What may stand in no text. */
  secret: string;
};

/** What a provider answered below 500; `body`: null where it is no JSON. */
export type Answer = { status: number; body: unknown };

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 1_000_000;
const MAX_TEXT = 300;

/** What a provider said, without our secret, as much as fits into a sentence. */
export function saying(text: string, secret: string): string {
  const plain = text.replaceAll(secret, "…").replace(/\s+/g, " ").trim();
  return plain.length > MAX_TEXT ? `${plain.slice(0, MAX_TEXT)}…` : plain;
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
}

/**
 * Calls a provider.
 * @throws {PutOff} when it cannot be reached, or asks to wait
 * @throws {Refused} when it does not take our credentials
 */
export async function call(
  { provider, headers, secret }: Caller,
  { method, url, body, timeout_ms = TIMEOUT_MS }: Call,
): Promise<Answer> {
  const answer = await callHttp(reached(url), {
    method,
    headers: { accept: "application/json", "content-type": "application/json", ...headers },
    ...(body && { body: JSON.stringify(body) }),
    timeout_ms,
    max_bytes: MAX_BYTES,
  }).catch((error) => {
    if (!(error instanceof HttpError)) throw error;
    throw new PutOff(`${provider} cannot be reached (${error.failure}); it is tried again.`);
  });
  const { status } = answer;
  const after_ms = retryAfter_s(answer.headers["retry-after"], now()) * 1_000;
  if (status === 429) throw new PutOff(`${provider} asks to wait (HTTP 429).`, after_ms);
  if (status === 408 || status >= 500)
    throw new PutOff(`${provider} has trouble (HTTP ${status}); it is tried again.`, after_ms);
  const parsed = jsonOf(answer.body);
  if (status === 401 || status === 403) {
    const said = saying(messagesIn(parsed).join("; "), secret);
    const words = said === "" ? `HTTP ${status}` : said;
    throw new Refused(
      `${provider} does not accept the credentials (${words}). Enter a valid key in the integration, then save the domain again.`,
    );
  }
  return { status, body: parsed };
}

type Said = {
  errors?: { code?: number; message?: string }[] | null;
  Message?: string | null;
};

/** What an answer says is wrong, in either provider's spelling. */
export function messagesIn(body: unknown): string[] {
  const { errors, Message } = (body ?? {}) as Said;
  const texts = Array.isArray(errors) ? errors.map(({ message }) => message ?? "") : [];
  return [...texts, Message ?? ""].filter((text) => typeof text === "string" && text !== "");
}
