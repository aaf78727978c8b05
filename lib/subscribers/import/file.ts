import { Readable } from "node:stream";
import { parse } from "csv-parse";
import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { findPiece } from "#lib/subscribers/import/queries.ts";

async function* piecesOf(db: Db, grant: PageGrant, importId: number): AsyncGenerator<Buffer> {
  for (let place = 0; ; place += 1) {
    const piece = await findPiece(db, grant, importId, place);
    if (!piece) return;
    yield piece;
  }
}

const COMMA = ",";

/** Spreadsheets separate columns by comma, semicolon or tab: the first line tells. */
function separatorIn(first: Buffer): string {
  const [line = ""] = first.toString("utf8").split(/\r?\n/, 1);
  const counts = [";", "\t", COMMA].map((sign) => [line.split(sign).length, sign] as const);
  return counts.toSorted(([a], [b]) => b - a)[0]?.[1] ?? COMMA;
}

function columnName(header: string): string {
  return header
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
}

// Removes the quote with which exports disable formulas.
function cellOf(text: string): string {
  return text.trim().replace(/^'(?=[=+\-@\t\r])/, "");
}

const LISTS: Record<string, string> = {
  service: "services",
  service_ids: "services",
  component: "services",
  components: "services",
  component_ids: "services",
  group: "groups",
  subscription_group_ids: "groups",
  incident_type: "incident_types",
};

/** Other products call services components. */
function knownName(header: string): string {
  const name = columnName(header);
  return LISTS[name] ?? name;
}

export type Line = { row: number; cells: Record<string, string> };

/** Joins columns of one name into a list; cells beyond the header go under "". */
function cellsOf(columns: readonly string[], record: readonly string[]): Line["cells"] {
  const cells: Line["cells"] = {};
  for (const [place, text] of record.entries()) {
    const name = columns[place] ?? "";
    cells[name] = [cells[name] ?? "", cellOf(text)].filter(Boolean).join(";");
  }
  return cells;
}

type Records = AsyncIterableIterator<string[]>;

async function* linesOf(columns: readonly string[], records: Records): AsyncGenerator<Line> {
  let row = 1;
  for await (const record of records) {
    row += 1;
    yield { row, cells: cellsOf(columns, record) };
  }
}

export async function openFile(
  db: Db,
  grant: PageGrant,
  importId: number,
): Promise<{ columns: string[]; lines: AsyncGenerator<Line> }> {
  const first = (await findPiece(db, grant, importId, 0)) ?? Buffer.alloc(0);
  const parser = parse({
    bom: true,
    delimiter: separatorIn(first),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: 65_536,
  });
  const source = Readable.from(piecesOf(db, grant, importId));
  source.once("error", (error) => parser.destroy(error));
  source.pipe(parser);
  const records: Records = parser[Symbol.asyncIterator]();
  const header = await records.next();
  const columns: string[] = header.done ? [] : header.value.map(knownName);
  return { columns, lines: linesOf(columns, records) };
}
