import { z } from "zod";
import type { Db } from "#db/index.ts";
import { isDialCodeAllowed } from "#lib/channels/sms/limits.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { builtInSeverity } from "#lib/core/fields/severity.ts";
import { limited } from "#lib/core/fields/text.ts";
import { datetime } from "#lib/core/fields/time.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { listSubscriptionGroupRows } from "#lib/incidents/groups/queries.ts";
import { listIncidentTypeRows } from "#lib/incidents/types/queries.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings, type Settings } from "#lib/pages/schema.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import type { FieldError } from "#lib/platform/i18n/field-errors.ts";
import { listPlainServiceRows } from "#lib/services/queries.ts";
import type { Problem } from "#lib/subscribers/import/schema.ts";
import { addressKey } from "#lib/subscribers/normal-addresses.ts";
import { isOffered } from "#lib/subscribers/offered.ts";
import { checkComplete, checkTarget, filterOf } from "#lib/subscribers/rules.ts";
import { CreateSubscription, type SubscriptionFilter } from "#lib/subscribers/schema.ts";

export type PageNames = {
  settings: Settings;
  services: ReadonlyMap<string, number>;
  groups: ReadonlyMap<string, number>;
  types: ReadonlySet<string>;
};

function byName(rows: readonly { id: number; name: string }[]): Map<string, number> {
  return new Map(
    rows.flatMap(({ id, name }): [string, number][] => [
      [String(id), id],
      [name.trim().toLowerCase(), id],
    ]),
  );
}

export async function readPageNames(db: Db, grant: PageGrant): Promise<PageNames> {
  const [page, services, groups, types] = await Promise.all([
    getStatusPageRow(db, grant),
    listPlainServiceRows(db, grant),
    listSubscriptionGroupRows(db, grant),
    listIncidentTypeRows(db, grant),
  ]);
  return {
    settings: parseSettings(page.settings),
    services: byName(services),
    groups: byName(groups),
    types: new Set(types.map(({ key }) => key)),
  };
}

type Input = CreateSubscription & { filter: SubscriptionFilter };

/** An importable row; `given` are the columns with a value. */
export type ParsedRow = {
  row: number;
  input: Input;
  given: ReadonlySet<string>;
  consent: { consent_at: string; consent_source: string } | null;
  /** Type and address; equal keys mean the same subscriber. */
  key: string;
};

type Cells = Readonly<Record<string, string>>;

const COLUMNS = [
  ...["type", "email", "country_dial_code", "phone_number", "webhook_url", "services"],
  ...["incident_types", "groups", "locale", "style", "metadata", "consent_at", "consent_source"],
];

class Refused extends Error {
  readonly column: string;
  readonly why: FieldError;
  constructor(column: string, why: FieldError) {
    super(why.code);
    this.column = column;
    this.why = why;
  }
}

function listIn(cells: Cells, column: string): string[] {
  return (cells[column] ?? "").split(";").flatMap((part) => part.trim() || []);
}

function idsIn(cells: Cells, column: string, known: ReadonlyMap<string, number>): number[] {
  // Names may contain commas, and commas may separate names.
  const names = listIn(cells, column).flatMap((name) =>
    known.has(name.toLowerCase()) ? [name] : name.split(",").flatMap((part) => part.trim() || []),
  );
  const ids = names.map((name) => {
    const id = known.get(name.toLowerCase());
    if (id === undefined) throw new Refused(column, { code: "unknown" });
    return id;
  });
  if (ids.length === 0 && cells[column]) throw new Refused(column, { code: "unknown" });
  return [...new Set(ids)];
}

function typesIn(cells: Cells, { types }: PageNames): string[] {
  const named = listIn(cells, "incident_types");
  if (!named.every((type) => builtInSeverity(type) || types.has(type)))
    throw new Refused("incident_types", { code: "unknown" });
  return named;
}

function metadataIn({ metadata = "" }: Cells): unknown {
  if (!metadata) return undefined;
  try {
    return JSON.parse(metadata);
  } catch {
    throw new Refused("metadata", { code: "invalid" });
  }
}

const Consent = datetime();
const Source = z.object({ consent_source: limited(500) });
const DAY = /^\d{4}-\d\d-\d\d$/;

function consentIn({ consent_at = "", consent_source = "" }: Cells): ParsedRow["consent"] {
  if (!consent_at && !consent_source) return null;
  if (!consent_at) throw new Refused("consent_at", { code: "blank" });
  if (!consent_source) throw new Refused("consent_source", { code: "blank" });
  // Throws under the name of its column.
  parseInput(Source, { consent_source });
  const typed = DAY.test(consent_at) ? `${consent_at}T00:00:00` : consent_at.replace(" ", "T");
  const parsed = Consent.safeParse(typed);
  if (!parsed.success || !parsed.data) throw new Refused("consent_at", { code: "bad_datetime" });
  return { consent_at: parsed.data, consent_source };
}

/** @returns unknown columns, which no row is read from */
export function unreadIn(columns: readonly string[]): string[] {
  return [...new Set(columns)].filter((name) => name !== "" && !COLUMNS.includes(name));
}

function inputOf(cells: Cells, known: PageNames): Input {
  const service_ids = idsIn(cells, "services", known.services);
  const incident_types = typesIn(cells, known);
  const { type, email, country_dial_code, phone_number, webhook_url, locale, style } = cells;
  const byPhone = phone_number ? "sms" : undefined;
  const input = parseInput(CreateSubscription, {
    type: type?.toLowerCase() || (email ? "email" : byPhone),
    ...(email && { email }),
    ...(country_dial_code && { country_dial_code: country_dial_code.replace(/^(\+|00)/, "") }),
    ...(phone_number && { phone_number: phone_number.replace(/[\s()/-]/g, "") }),
    ...(webhook_url && { webhook_url }),
    ...(locale && { locale }),
    ...(style && { style }),
    metadata: metadataIn(cells),
    ...(service_ids.length > 0 && { service_ids }),
    ...(incident_types.length > 0 && { incident_types }),
    subscription_group_ids: idsIn(cells, "groups", known.groups),
  });
  if (service_ids.length > 0 && incident_types.length > 0)
    throw new Refused("incident_types", { code: "not_together", values: { other: "services" } });
  const whole = { ...input, filter: filterOf(input) };
  checkComplete(whole);
  checkTarget(whole);
  if (!isOffered(whole.type, known.settings)) throw new Refused("type", { code: "not_offered" });
  const number = `+${whole.country_dial_code}${whole.phone_number}`;
  if (whole.type === "sms" && !isDialCodeAllowed(number, known.settings))
    throw new Refused("country_dial_code", { code: "bad_country" });
  return whole;
}

const COLUMN_OF: Record<string, string> = {
  service_ids: "services",
  subscription_group_ids: "groups",
};

/** @returns the row's input, or its problem */
export function parseRow(row: number, cells: Cells, known: PageNames): ParsedRow | Problem {
  if (cells[""]) return { row, column: "base", code: "unnamed" };
  try {
    const input = inputOf(cells, known);
    const given = new Set(Object.keys(cells).filter((column) => cells[column] !== ""));
    return {
      row,
      input,
      given,
      consent: consentIn(cells),
      key: `${input.type} ${addressKey(input)}`,
    };
  } catch (error) {
    if (error instanceof Refused) return { row, column: error.column, ...error.why };
    if (!(error instanceof AppError)) throw error;
    const [[field, errors] = ["base", []]] = Object.entries(error.fields);
    const [why] = errors;
    return { row, column: COLUMN_OF[field] ?? field, ...(why ?? { code: "invalid" }) };
  }
}

export function isProblem(read: ParsedRow | Problem): read is Problem {
  return "column" in read;
}
