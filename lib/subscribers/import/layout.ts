import { optionalEmail } from "#lib/core/fields/address.ts";
import { ADDRESS_FIELDS, fieldOf, type ImportField } from "#lib/subscribers/import/fields.ts";
import type { Layout, LayoutChange } from "#lib/subscribers/import/schema.ts";
import { isStanding } from "#lib/subscribers/import/standing.ts";
import {
  detectSeparator,
  type Encoding,
  firstRows,
  shownCell,
} from "#lib/subscribers/import/text.ts";

const MAX_COLUMNS = 100;
const MAX_SAMPLES = 3;
/** Titles may stand above the header. */
const HEADER_WITHIN = 5;

const Email = optionalEmail();

/** `Ada <ada@example.com>` and `mailto:ada@example.com` are the address. */
export function plainMailbox(text: string): string {
  return (/<([^<>]+)>$/.exec(text)?.[1] ?? text).replace(/^mailto:/i, "").trim();
}

function isEmail(text: string): boolean {
  return text.includes("@") && Email.safeParse(plainMailbox(text)).success;
}

const isUrl = (text: string) => /^https?:\/\/\S+$/i.test(text);
const isPhone = (text: string) => /^(?:\+|00)[\d\s()./-]{6,20}$/.test(text);
const isAddress = (text: string) => isEmail(text) || isUrl(text) || isPhone(text);

/** @returns the header's place among the rows; null: the rows have none */
function findHeader(rows: readonly string[][]): number | null {
  const top = rows.slice(0, HEADER_WITHIN);
  const addressed = top.findIndex((row) => row.some(isAddress));
  const above = addressed < 0 ? top : top.slice(0, addressed);
  const named = above.findIndex((row) => row.some((cell) => fieldOf(cell) !== null));
  if (named >= 0) return named;
  return above.length > 0 ? above.length - 1 : null;
}

type Known = { isService: (cell: string) => boolean };

/** The field that the cells of a column without a known header look like. */
function fieldLike(cells: readonly string[], { isService }: Known): ImportField | null {
  if (cells.length === 0) return null;
  if (cells.some(isService)) return "services";
  const are = (look: (cell: string) => boolean) => 2 * cells.filter(look).length >= cells.length;
  if (are(isEmail)) return "email";
  if (are(isUrl)) return "webhook_url";
  if (cells.every(isStanding)) return "status";
  return are(isPhone) ? "phone_number" : null;
}

type Column = Layout["columns"][number];

function columnsOf(rows: readonly string[][], header: number | null, known: Known): Column[] {
  const names = header === null ? [] : (rows[header] ?? []);
  const body = rows.slice(header === null ? 0 : header + 1);
  const width = Math.min(MAX_COLUMNS, Math.max(names.length, ...body.map((row) => row.length), 0));
  const taken = new Set(names.map(fieldOf));
  return Array.from({ length: header === null ? width : names.length }, (_, at) => {
    const cells = body.flatMap((row) => row[at] || []);
    const name = names[at] ?? "";
    const alike = fieldLike(cells, known);
    const field = fieldOf(name) ?? (alike !== null && !taken.has(alike) ? alike : null);
    if (field !== null) taken.add(field);
    return { name: shownCell(name), field, samples: cells.slice(0, MAX_SAMPLES).map(shownCell) };
  });
}

/** Proposes how to read a file, within what the operator has said. */
export function proposeLayout(
  text: string,
  encoding: Encoding,
  known: Known,
  said: LayoutChange = {},
): Layout {
  const separator = detectSeparator(text, (cell) => isAddress(cell) || fieldOf(cell) !== null);
  const rows = firstRows(text, separator);
  const found = findHeader(rows);
  const wanted = said.header === "first_row" ? (found ?? 0) : null;
  const header_row = said.header === undefined ? found : wanted;
  const proposed = columnsOf(rows, header_row, known);
  const columns = proposed.map((column, at) => ({
    ...column,
    field: said.fields?.[at] === undefined ? column.field : said.fields[at],
  }));
  return { encoding, separator, header_row, columns, consent_source: said.consent_source ?? null };
}

export function hasAddress({ columns }: Layout): boolean {
  return columns.some(({ field }) => field !== null && ADDRESS_FIELDS.includes(field));
}

/** Columns that no row is read from, by name or place. */
export function unreadIn({ columns }: Layout): string[] {
  const unread = columns.flatMap(({ name, field, samples }, at) => {
    const isEmpty = name === "" && samples.length === 0;
    return field !== null || isEmpty ? [] : [name || `#${at + 1}`];
  });
  return [...new Set(unread)];
}

/** Cells are personal data, which an import keeps no longer than it needs. */
export function withoutSamples(layout: Layout): Layout {
  return { ...layout, columns: layout.columns.map((column) => ({ ...column, samples: [] })) };
}
