import { Readable } from "node:stream";
import { parse } from "csv-parse";
import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { findPiece } from "#lib/subscription-import/queries.ts";

async function* piecesOf(db: Db, grant: PageGrant, importId: number): AsyncGenerator<Buffer> {
  for (let place = 0; ; place += 1) {
    const piece = await findPiece(db, grant, importId, place);
    if (!piece) return;
    yield piece;
  }
}

const COMMA = ",";

/** Spreadsheets of some countries separate by semicolons or tabs: the first line tells. */
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

// What an export has before a text that a spreadsheet would calculate.
function cellOf(text: string): string {
  return text.trim().replace(/^'(?=[=+\-@\t\r])/, "");
}

export type Line = { row: number; cells: Record<string, string> };

/** The rows of a file, one at a time; the first line names the columns. */
export async function* rowsOf(db: Db, grant: PageGrant, importId: number): AsyncGenerator<Line> {
  const first = (await findPiece(db, grant, importId, 0)) ?? Buffer.alloc(0);
  const parser = parse({
    bom: true,
    columns: (headers: string[]) => headers.map(columnName),
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
  let row = 1;
  for await (const record of parser as AsyncIterable<Record<string, string>>) {
    row += 1;
    const cells = Object.entries(record).map(([name, text]) => [name, cellOf(text ?? "")]);
    yield { row, cells: Object.fromEntries(cells) };
  }
}
