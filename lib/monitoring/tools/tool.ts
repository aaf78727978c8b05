import { type Call, isPlaceholder } from "#lib/monitoring/reports/call.ts";
import type { Interpretation } from "#lib/monitoring/reports/schema.ts";
import { toWire, wireNow } from "#lib/platform/clock.ts";

/**
 * `neither`: known to say nothing about up or down; `blind`: the tool sees nothing, so that ends in
 * the same call do not mean up; `unknown`: a status that is not known.
 */
export type AlertState =
  | NonNullable<Interpretation["understood"]>
  | "neither"
  | "blind"
  | "unknown";

/** `critical` means down; `warning` only where the service counts warnings; `info` never. */
export type Urgency = "critical" | "warning" | "info";

export type Alert = {
  state: AlertState;
  /** Default: critical. */
  urgency?: Urgency;
  /** The tool's own identity, the same when the alert opens and closes. Default: the address has one alert. */
  key?: string;
  /** Which of several installations of the tool sends it, where those may share keys. */
  sender?: string;
  /** The same for every sender of one cluster, such as the alert's own time of beginning. */
  occurrence?: string | undefined;
  /** Names that a service of the page may have, the most specific first. */
  names: string[];
  /** A service's id that somebody put into the tool. */
  service_id?: string;
  detail: string | null;
  /** Wire time of the change. */
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

// By how tools call severities, priorities and urgencies. Other words, such as `page`, are critical.
const URGENCIES: Readonly<Record<Exclude<Urgency, "critical">, string>> = {
  info: "none|ok|info|information|informational|notice|debug|verbose|p5|sev5",
  warning: "warning|warn|minor|low|p4|sev4|degraded",
};

export function urgencyOf(...words: (string | undefined)[]): Urgency {
  const said = words.map((word) => word?.trim().toLowerCase()).filter(Boolean);
  const isOf = (urgency: keyof typeof URGENCIES) =>
    said.some((word) => word && URGENCIES[urgency].split("|").includes(word));
  if (isOf("info")) return "info";
  return isOf("warning") ? "warning" : "critical";
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

/** null: no time, or one of the future. */
function pastTime(time: Date): string | null {
  if (Number.isNaN(time.getTime())) return null;
  const wire = toWire(time);
  return wire > "2000" && wire <= wireNow() ? wire : null;
}

/** A time in ISO 8601 with its offset. */
export function isoTime(text: string | undefined): string | null {
  return text && /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/.test(text)
    ? pastTime(new Date(text.replace(/([+-]\d\d)(\d\d)$/, "$1:$2")))
    : null;
}

export function unixTime(text: string | undefined): string | null {
  const seconds = Number(text ?? "");
  const isTime = Number.isSafeInteger(seconds) && seconds > 0 && seconds <= 8.64e12;
  return isTime ? pastTime(new Date(seconds * 1_000)) : null;
}
