import { DAY_SECONDS } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";

/** `reason` is for the log and names no one. */
export type Outcome =
  | { outcome: "delivered"; channel?: "webhook" | "social" }
  /** There was no recipient, or nothing left to say. */
  | { outcome: "needless" }
  | {
      outcome: "try_again";
      reason: string;
      after_s?: number;
      /** The server's words on why no mail leaves; operators see them. */
      trouble?: string;
    }
  | {
      outcome: "never_again";
      reason: string;
      /** The attempts after which it is final; default: one. */
      after_attempts?: number;
      /** The server's words; operators see them once it says them to many. */
      trouble?: string;
    };

export function serverAddress(domain: string): string {
  return /^https?:\/\//i.test(domain) ? domain : `https://${domain}`;
}

export function providerUrl(url: string): string {
  const target = new URL(url);
  const elsewhere = env().PROVIDER_URLS.get(target.hostname);
  return elsewhere ? `${elsewhere}${target.pathname}${target.search}` : url;
}

/** @returns seconds from now, at most a day; 0 without a valid header */
export function retryAfter_s(header: string | undefined, now: Date): number {
  if (!header) return 0;
  const asked = /^\d+(\.\d+)?$/.test(header.trim())
    ? Number(header)
    : (Date.parse(header) - now.getTime()) / 1_000;
  return Number.isFinite(asked) ? Math.min(Math.max(0, Math.ceil(asked)), DAY_SECONDS) : 0;
}

const EPOCH_S = /^\d{10}(\.\d+)?$/;

/** `X-RateLimit-Reset`: Unix seconds, a date, or a pause in seconds. @returns as `retryAfter_s` */
export function resetPause_s(header: string | undefined, now: Date): number {
  const isTime = header !== undefined && EPOCH_S.test(header.trim());
  return retryAfter_s(isTime ? new Date(Number(header) * 1_000).toISOString() : header, now);
}

const KEPT = 300;
const SHORTEST_SECRET = 6;

/** Makes a foreign text safe to store: one short line without the given secrets. */
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
