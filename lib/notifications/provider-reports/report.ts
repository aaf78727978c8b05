import { subjectOf } from "#lib/platform/mail/refusal-words.ts";

/** Whether the receiving server blames the address for a bounce. */
export function isOfAddress(said: string): boolean {
  return subjectOf(said) === "person";
}

/** A provider's report about an address. */
export type ProviderReport = {
  type: "email" | "sms";
  /** An e-mail address, or a number such as `+4915112345678`. */
  address: string;
  /** `bounced`: the address is dead. `unsubscribed`: opted out. `resubscribed`: opted in again. */
  status: "bounced" | "unsubscribed" | "resubscribed";
  reason: string;
};

export type Callback = {
  url: string;
  headers: Headers;
  body: string;
};

export type Secrets = { key: string | null; password: string | null };

export type CallbackReader = {
  /** Whether the provider signed the callback recently. */
  isGenuine: (callback: Callback, secrets: Secrets, now: Date) => boolean;
  /** Ignores events that are not about an address. */
  read: (body: string) => ProviderReport[];
};

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
