import type { UNDERSTOOD } from "#lib/monitoring/reports/schema.ts";

type Understood = (typeof UNDERSTOOD)[number];

/** What is wrong with a report: a key of the catalogue's `admin_reports.reason`. */
export type Refusal =
  | "not_expected"
  | "no_heartbeat"
  | "no_status"
  | "unknown_status"
  | "no_content"
  | "too_deep"
  | "too_large"
  | "no_expression"
  | "bad_expression"
  | "too_costly"
  | "no_match"
  | "neither_result"
  | "no_keywords"
  | "neither_keyword"
  | "both_keywords"
  | "unreadable";

/**
 * What a report says. `reason` of "down": a code of ours; `since`: the wire time that the report
 * names for it; null: none, or none to rely on.
 */
export type Outcome = Said | Unclear;

type Said = {
  understood: Understood;
  reason: string | null;
  detail: string | null;
  since: string | null;
};
export type Unclear = { understood: null; reason: Refusal; detail: string | null };

const DETAIL = 200;

/** A text of others as a detail: one line, short. */
function short(text: string | null): string | null {
  const line = text
    ?.toWellFormed()
    .replace(/[\s\p{C}]+/gu, " ")
    .trim();
  return line ? line.slice(0, DETAIL).toWellFormed() : null;
}

export function says(
  understood: Understood,
  detail: string | null = null,
  since: string | null = null,
): Said {
  const reason = understood === "down" ? "reported" : null;
  return { understood, reason, detail: short(detail), since };
}

export function unclear(reason: Refusal, detail: string | null = null): Unclear {
  return { understood: null, reason, detail: short(detail) };
}
