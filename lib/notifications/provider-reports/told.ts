import { blameIn } from "#lib/platform/mail/verdict.ts";

/** Whether a bounce is about the address: only where the receiving server says so. */
export function isOfAddress(said: string): boolean {
  return blameIn(said) === "address";
}

/** What a provider tells of an address that a page writes to. */
export type Told = {
  type: "email" | "sms";
  /** An e-mail address, or a number such as `+4915112345678`. */
  address: string;
  /** `dead`: nothing arrives there. `unwanted`: they want no more. `wanted`: they do again. */
  news: "dead" | "unwanted" | "wanted";
  /** In a few words of English, for operators. */
  reason: string;
};

/** A call as it came. */
export type Callback = {
  /** The whole address that was called. */
  url: string;
  headers: Headers;
  body: string;
};

export type Secrets = { key: string | null; password: string | null };

/** How a provider calls us. */
export type Reader = {
  /** Whether it is the provider that calls, and not long ago. */
  isGenuine: (callback: Callback, secrets: Secrets, now: Date) => boolean;
  /** What it tells; what is of no concern is left out. */
  read: (body: string) => Told[];
};

/** The JSON of a body; undefined: it is none. */
export function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

export function fieldIn(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

export function textIn(value: unknown, name: string): string {
  const field = fieldIn(value, name);
  return typeof field === "string" || typeof field === "number" ? String(field) : "";
}
