import type { SubscriptionType } from "#lib/channels/channel.ts";
import { recognizeChat } from "#lib/channels/chat-addresses.ts";
import { isDialCodeAllowed } from "#lib/channels/sms/limits.ts";
import { builtInSeverity } from "#lib/core/fields/severity.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { type Cells, headerName, type ImportField } from "#lib/subscribers/import/fields.ts";
import { plainMailbox } from "#lib/subscribers/import/layout.ts";
import type { PageNames } from "#lib/subscribers/import/page-names.ts";
import type { Layout, Problem } from "#lib/subscribers/import/schema.ts";
import { type Consent, consentIn, Refused, standingIn } from "#lib/subscribers/import/standing.ts";
import { shownCell } from "#lib/subscribers/import/text.ts";
import { addressKey, dialCodeOf, parseNumber } from "#lib/subscribers/normal-addresses.ts";
import { isOffered } from "#lib/subscribers/offered.ts";
import { checkComplete, checkTarget, filterOf } from "#lib/subscribers/rules.ts";
import { CreateSubscription, type SubscriptionFilter } from "#lib/subscribers/schema.ts";

type Input = CreateSubscription & { filter: SubscriptionFilter };

/** An importable row; `given` are the fields with a value. */
export type ParsedRow = {
  row: number;
  input: Input;
  given: ReadonlySet<string>;
  consent: Consent | null;
  /** Whether the consent is new even to somebody who has confirmed. */
  isProof: boolean;
  /** Why the row cannot add anybody; it may still agree with who is there. */
  onlyKnown: Pick<Problem, "column" | "code"> | null;
  /** Type and key of the address; equal keys mean the same subscriber. */
  key: string;
};

function listIn(cells: Cells, field: ImportField): string[] {
  return (cells[field] ?? "").split(";").flatMap((part) => part.trim() || []);
}

function idsIn(cells: Cells, field: "services" | "groups", known: PageNames): number[] {
  const ids = known[field];
  // Names may contain commas, and commas or bars may separate names.
  const names = listIn(cells, field).flatMap((name) =>
    ids.has(name.toLowerCase())
      ? [name]
      : name.split(/[,|\n]/).flatMap((part) => part.trim() || []),
  );
  const found = names.map((name) => {
    const id = ids.get(name.toLowerCase());
    if (id === undefined)
      throw new Refused(field, { code: "unknown_name", values: { name: shownCell(name) } });
    if (id === null)
      throw new Refused(field, { code: "ambiguous", values: { name: shownCell(name) } });
    return id;
  });
  if (found.length === 0 && cells[field]) throw new Refused(field, { code: "unknown" });
  return [...new Set(found)];
}

function typesIn(cells: Cells, { types }: PageNames): string[] {
  const named = listIn(cells, "incident_types");
  const name = named.find((type) => !builtInSeverity(type) && !types.has(type));
  if (name !== undefined)
    throw new Refused("incident_types", {
      code: "unknown_name",
      values: { name: shownCell(name) },
    });
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

const TYPE_WORDS: Record<string, string> = {
  e_mail: "email",
  mail: "email",
  phone: "sms",
  text: "sms",
  ms_teams: "teams",
  microsoft_teams: "teams",
  googlechat: "google_chat",
};

function typeIn({ type = "", email, phone_number, webhook_url }: Cells): string | undefined {
  const word = headerName(type);
  if (word) return TYPE_WORDS[word] ?? word;
  if (email) return "email";
  if (phone_number) return "sms";
  if (!webhook_url) return undefined;
  const chat = recognizeChat(webhook_url);
  return chat === null || chat === "retired_teams" ? "webhook" : chat;
}

function numberIn({ country_dial_code = "", phone_number = "" }: Cells) {
  const dialCode = dialCodeOf(country_dial_code);
  if (!phone_number) return {};
  if (!dialCode && !/^\(?(\+|00)/.test(phone_number))
    throw new Refused("country_dial_code", { code: "blank" });
  // A spreadsheet's 4.9E+12 has lost digits.
  const isWritten = /^[+\d][\d\s()./-]*$/.test(phone_number.replace(/^\(/, ""));
  const parsed = isWritten ? parseNumber(phone_number, dialCode) : null;
  if (!parsed) throw new Refused("phone_number", { code: "bad_number" });
  return parsed;
}

function addressIn(cells: Cells, type: string | undefined): object {
  if (type === "email") return { email: plainMailbox(cells.email ?? "") };
  return type === "sms" ? numberIn(cells) : { webhook_url: cells.webhook_url };
}

const FILTER_WORDS: Record<string, SubscriptionFilter> = {
  ...{ all: "all", true: "all", yes: "all", "1": "all", everything: "all", alle: "all" },
  ...{ services: "services", components: "services", false: "services", no: "services" },
  ...{ "0": "services", incident: "incident", incident_types: "incident_types" },
};

/** A row's lists decide; else its own word, which may need a list. */
function filterIn(cells: Cells, lists: Parameters<typeof filterOf>[0]): SubscriptionFilter {
  const word = cells.filter ? FILTER_WORDS[headerName(cells.filter)] : "all";
  if (word === undefined) throw new Refused("filter", { code: "unknown" });
  const listed = filterOf(lists);
  return listed === "all" ? word : listed;
}

/** `*` and `all` name every service, unless one is called so. */
function explicitAll(cells: Cells, { services }: PageNames): Cells {
  const name = (cells.services ?? "").toLowerCase();
  const isAll = ["*", "all", "alle"].includes(name) && !services.has(name);
  return isAll ? { ...cells, services: "", filter: "all" } : cells;
}

function inputOf(cells: Cells, known: PageNames): Input {
  const service_ids = idsIn(cells, "services", known);
  const incident_types = typesIn(cells, known);
  const type = typeIn(cells);
  const { locale, style, format } = cells;
  const input = parseInput(CreateSubscription, {
    type,
    ...addressIn(cells, type),
    ...(locale && { locale }),
    ...(style && { style }),
    ...(format && { format }),
    metadata: metadataIn(cells),
    ...(service_ids.length > 0 && { service_ids }),
    ...(incident_types.length > 0 && { incident_types }),
    subscription_group_ids: idsIn(cells, "groups", known),
  });
  if (service_ids.length > 0 && incident_types.length > 0)
    throw new Refused("incident_types", { code: "not_together", values: { other: "services" } });
  const whole = { ...input, filter: filterIn(cells, input) };
  checkComplete(whole.filter === "incident" ? { ...whole, filter: "all" } : whole);
  checkTarget(whole);
  checkSending(whole, known);
  return whole;
}

function checkSending(whole: Input, { settings }: PageNames): void {
  if (!isOffered(whole.type as SubscriptionType, settings))
    throw new Refused("type", { code: "not_offered" });
  const number = `+${whole.country_dial_code}${whole.phone_number}`;
  if (whole.type === "sms" && !isDialCodeAllowed(number, settings))
    throw new Refused("country_dial_code", { code: "bad_country" });
}

function obstacleOf(standing: ReturnType<typeof standingIn>, { filter }: Input) {
  if (standing === "ended") return { column: "status", code: "ended" };
  return filter === "incident" ? { column: "incident_id", code: "unknown" } : null;
}

const COLUMN_OF: Record<string, string> = {
  service_ids: "services",
  subscription_group_ids: "groups",
};

export type ImportFile = { known: PageNames; layout: Layout; name: string };

/** @returns the row's input, or its problem */
export function parseRow(row: number, written: Cells, file: ImportFile): ParsedRow | Problem {
  if (written[""]) return { row, column: "base", code: "unnamed" };
  try {
    const cells = explicitAll(written, file.known);
    const input = inputOf(cells, file.known);
    const standing = standingIn(cells);
    const said = consentIn(cells, file);
    const { isProof = false, ...consent } = said ?? {};
    const given = new Set(Object.keys(cells).filter((field) => cells[field as ImportField]));
    const isAgreed = said !== null && standing === "active";
    return {
      ...{ row, input, given, isProof, onlyKnown: obstacleOf(standing, input) },
      consent: isAgreed ? (consent as Consent) : null,
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
