import { z } from "zod";
import { limited } from "#lib/core/fields/text.ts";
import { datetime } from "#lib/core/fields/time.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import type { Cells } from "#lib/subscribers/import/fields.ts";
import { Refused } from "#lib/subscribers/import/refused.ts";
import type { Layout } from "#lib/subscribers/import/schema.ts";

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
