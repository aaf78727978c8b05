import { DAY_SECONDS } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";

/** The outcome of an attempt to send something; `reason` is for the log and names no one. */
export type Outcome =
  /** `channel`: by which it left, where that was not mail. */
  | { outcome: "delivered"; channel?: "webhook" | "social" }
  /** There was nobody to send it to, or nothing to say any more. */
  | { outcome: "needless" }
  | {
      outcome: "try_again";
      reason: string;
      /** How long it was asked to wait at least. */
      after_s?: number;
      /** Why mail does not leave, whoever it is for, in a server's words; operators are told. */
      trouble?: string;
    }
  | { outcome: "never_again"; reason: string };

/** The server that an integration's `domain` names, by https unless it says otherwise. */
export function serverAddress(domain: string): string {
  return /^https?:\/\//i.test(domain) ? domain : `https://${domain}`;
}

/** An address as it is called: PROVIDER_URLS may name another server for its host. */
export function providerUrl(url: string): string {
  const target = new URL(url);
  const elsewhere = env().PROVIDER_URLS.get(target.hostname);
  return elsewhere ? `${elsewhere}${target.pathname}${target.search}` : url;
}

/**
 * What the header `Retry-After` asks for: seconds, or a date.
 * @returns seconds from now, at most a day; 0 without a header that makes sense
 */
export function retryAfter_s(header: string | undefined, now: Date): number {
  if (!header) return 0;
  const asked = /^\d+(\.\d+)?$/.test(header.trim())
    ? Number(header)
    : (Date.parse(header) - now.getTime()) / 1_000;
  return Number.isFinite(asked) ? Math.min(Math.max(0, Math.ceil(asked)), DAY_SECONDS) : 0;
}

const KEPT = 300;
const SHORTEST_SECRET = 6;

/** A text of somebody else's as it may be kept: one line, short, without the given secrets. */
export function redact(text: string, secrets: readonly (string | null)[]): string {
  const known = secrets
    .flatMap((secret) => (secret === null ? [] : [secret, encodeURIComponent(secret)]))
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .toSorted((a, b) => b.length - a.length);
  const clean = known.reduce((told, secret) => told.replaceAll(secret, "…"), text);
  const line = clean
    .toWellFormed()
    .replace(/[\s\p{C}]+/gu, " ")
    .trim();
  return line.length > KEPT ? `${line.slice(0, KEPT - 1).toWellFormed()}…` : line;
}
