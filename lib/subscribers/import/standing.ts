import { z } from "zod";
import { limited } from "#lib/core/fields/text.ts";
import { datetime } from "#lib/core/fields/time.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { type Cells, headerName, type ImportField } from "#lib/subscribers/import/fields.ts";
import type { Layout } from "#lib/subscribers/import/schema.ts";

type RowProblem = { code: string; values?: Record<string, string | number> };

export class Refused extends Error {
  readonly column: ImportField | "base";
  readonly why: RowProblem;
  constructor(column: ImportField | "base", why: RowProblem) {
    super(why.code);
    this.column = column;
    this.why = why;
  }
}

const ACTIVE = "subscribed active enabled confirmed verified true yes ja oui 1 aktiv";
const PENDING = "unconfirmed pending unverified false no nein non 0 optin";
const ENDED =
  "unsubscribed disabled blocklisted blacklisted cleaned bounced complained quarantined inactive archived suspended opted_out optout spam invalid deleted";

const STATES = [
  ["active", ACTIVE],
  ["pending", PENDING],
  ["ended", ENDED],
] as const;

// Shorter words stand in columns of any kind.
const LONG = 6;

export function isStanding(cell: string): boolean {
  const word = headerName(cell);
  return word.length >= LONG && STATES.some(([, words]) => words.split(" ").includes(word));
}

const NOT_ENDED = ["false", "no", "0", "n", "nein", "non"];

const wordsIn = (cell: string) => cell.split(";").filter(Boolean).map(headerName);

/**
 * How a subscriber stood with another product, at worst.
 * @throws {Refused} where its word is unknown
 */
export function standingIn({ status = "", quarantined_at = "" }: Cells) {
  if (wordsIn(quarantined_at).some((word) => !NOT_ENDED.includes(word))) return "ended";
  const found = wordsIn(status).map((word) => {
    const state = STATES.find(([, words]) => words.split(" ").includes(word));
    if (!state) throw new Refused("status", { code: "unknown" });
    return state[0];
  });
  return (["ended", "pending"] as const).find((state) => found.includes(state)) ?? "active";
}

export type Consent = { consent_at: string; consent_source: string };

const Moment = datetime();
const Source = z.object({ consent_source: limited(500) });
const DAY = /^\d{4}-\d\d-\d\d$/;
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,? +(\d\d:\d\d(?::\d\d)?))?$/;

/** ISO 8601 and its kin, and `16.3.2026`; with slashes, nobody knows which is the month. */
function spelledIso(text: string): string {
  const plain = text.replace(/ ?UTC$/i, "").replace(/(:\d\d)\.\d+/, "$1");
  const [, day = "", month = "", year, time] = DOTTED.exec(plain) ?? [];
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const iso = year ? [date, time].filter(Boolean).join("T") : plain.replace(" ", "T");
  if (DAY.test(iso)) return `${iso}T00:00:00`;
  return /T\d\d:\d\d$/.test(iso) ? `${iso}:00` : iso;
}

function momentIn(column: "consent_at" | "confirmed_at", text: string): string {
  const parsed = Moment.safeParse(spelledIso(text));
  if (!parsed.success || !parsed.data) throw new Refused(column, { code: "bad_datetime" });
  return parsed.data;
}

/** `file`: the consent is what another product's file says, and where. */
type Said = { layout: Pick<Layout, "columns" | "consent_source">; name: string };

/**
 * When and where a subscriber agreed; null: it is not said. `isProof` unless it is only that another
 * product had them confirmed.
 */
export function consentIn(
  { consent_at = "", consent_source = "", confirmed_at = "" }: Cells,
  { layout, name }: Said,
): (Consent & { isProof: boolean }) | null {
  if (!consent_at && consent_source && !confirmed_at)
    throw new Refused("consent_at", { code: "blank" });
  const source = consent_source || layout.consent_source || "";
  // Throws under the name of its column.
  parseInput(Source, { consent_source: source });
  if (consent_at) {
    if (!source) throw new Refused("consent_source", { code: "blank" });
    return {
      consent_at: momentIn("consent_at", consent_at),
      consent_source: source,
      isProof: true,
    };
  }
  if (!confirmed_at) return null;
  const column = layout.columns.find(({ field }) => field === "confirmed_at")?.name;
  return {
    consent_at: momentIn("confirmed_at", confirmed_at),
    consent_source: source || `${column || "confirmed_at"} in ${name}`,
    isProof: source !== "",
  };
}
