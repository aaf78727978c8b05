import { type Call, isPlaceholder } from "#lib/monitoring/reports/call.ts";
import type { Interpretation } from "#lib/monitoring/reports/schema.ts";
import { secondsBetween, toWire, wireNow } from "#lib/platform/clock.ts";

/** `neither`: known to say nothing about up or down; `unknown`: a status that is not known. */
export type AlertState = NonNullable<Interpretation["understood"]> | "neither" | "unknown";

export type Alert = {
  state: AlertState;
  /** Names that a service of the page may have, the most specific first. */
  names: string[];
  /** A service's id that somebody put into the tool. */
  service_id?: string;
  detail: string | null;
  /** Wire time of the change, if it is usable. */
  since?: string | null;
};

export type Tool = {
  /** @returns none: it is not what the tool sends */
  read: (call: Call) => Alert[];
  /** The text that the user enters in the tool, word for word. */
  paste?: (url: string) => string;
};

/** The value under these keys. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = found[key as keyof typeof found];
  }
  return found;
}

/** Like `at`, as text; undefined: empty, a placeholder or a record. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = at(value, ...path);
  if (typeof found === "object") return undefined;
  const text = String(found ?? "").trim();
  return text === "" || isPlaceholder(text) ? undefined : text;
}

export function listAt(value: unknown, ...path: readonly string[]): unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** The state that a table gives to a status in any case; undefined: there is no status. */
export function stateOf(
  status: string | undefined,
  table: Readonly<Record<string, AlertState>>,
): AlertState | undefined {
  if (status === undefined) return undefined;
  const key = status.toLowerCase();
  return Object.hasOwn(table, key) ? table[key] : "unknown";
}

export function joined(...parts: (string | undefined)[]): string | null {
  return parts.filter(Boolean).join(" · ") || null;
}

type AlertParts = Omit<Alert, "names" | "state"> & { names: (string | undefined)[] };

/** One alert; none without a state. */
export function alert(state: AlertState | undefined, { names, ...parts }: AlertParts): Alert[] {
  if (state === undefined) return [];
  return [{ ...parts, state, names: names.filter((name) => name !== undefined) }];
}

/** Whether a rule or reason is about a certificate or domain that expires. */
export function isAboutExpiry(...texts: (string | undefined)[]): boolean {
  return texts.some((text) => {
    const letters = text?.toLowerCase().replaceAll(/[^a-z]/g, "") ?? "";
    return /(?:ssl|tls|cert|domain)[a-z]{0,40}expir/.test(letters);
  });
}

// An older time shows that delivery was delayed: it may be outdated.
const OLDEST_S = 3_600;

function usable(time: Date): string | null {
  if (Number.isNaN(time.getTime())) return null;
  const wire = toWire(time);
  const age_s = secondsBetween(wire, wireNow());
  return age_s >= 0 && age_s <= OLDEST_S ? wire : null;
}

/** A time in ISO 8601 with its offset. */
export function isoTime(text: string | undefined): string | null {
  return text && /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/.test(text)
    ? usable(new Date(text.replace(/([+-]\d\d)(\d\d)$/, "$1:$2")))
    : null;
}

export function unixTime(text: string | undefined): string | null {
  const seconds = Number(text ?? "");
  const isTime = Number.isSafeInteger(seconds) && seconds > 0 && seconds <= 8.64e12;
  return isTime ? usable(new Date(seconds * 1_000)) : null;
}
