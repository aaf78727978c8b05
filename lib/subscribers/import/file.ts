import { Readable } from "node:stream";
import { parse } from "csv-parse";
import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { type Cells, type ImportField, LIST_FIELDS } from "#lib/subscribers/import/fields.ts";
import { proposeLayout } from "#lib/subscribers/import/layout.ts";
import type { PageNames } from "#lib/subscribers/import/page-names.ts";
import { findPiece } from "#lib/subscribers/import/queries.ts";
import type { Layout, LayoutChange } from "#lib/subscribers/import/schema.ts";
import { CSV, cellOf, decoded, detectEncoding } from "#lib/subscribers/import/text.ts";

async function* piecesOf(db: Db, grant: PageGrant, importId: number): AsyncGenerator<Buffer> {
  for (let place = 0; ; place += 1) {
    const piece = await findPiece(db, grant, importId, place);
    if (!piece) return;
    yield piece;
  }
}

/** Proposes how to read a file; see `proposeLayout`. */
export async function readLayout(
  db: Db,
  grant: PageGrant,
  importId: number,
  { services }: PageNames,
  said?: LayoutChange,
): Promise<Layout> {
  const first = (await findPiece(db, grant, importId, 0)) ?? Buffer.alloc(0);
  const encoding = await detectEncoding(first, piecesOf(db, grant, importId));
  const text = new TextDecoder(encoding).decode(first, { stream: true });
  const isService = (cell: string) => {
    const name = cell.toLowerCase();
    // A number is as likely to be anything else.
    return services.has(name) && !/^\d+$/.test(name);
  };
  return proposeLayout(text, encoding, { isService }, said);
}

export type Line = { row: number; cells: Cells };

// No state may be overlooked where several columns have one.
const SEVERAL: readonly ImportField[] = [...LIST_FIELDS, "status", "quarantined_at"];

function cellsOf({ columns }: Layout, record: readonly string[]): Cells {
  const cells: Cells = {};
  for (const [at, text] of record.entries()) {
    const field = at < columns.length ? columns[at]?.field : "";
    if (field === null || field === undefined) continue;
    const [before, cell] = [cells[field] ?? "", cellOf(text)];
    const isList = field === "" || SEVERAL.includes(field);
    cells[field] = isList ? [before, cell].filter(Boolean).join(";") : before || cell;
  }
  return cells;
}

type Parsed = { record: string[]; info: { lines: number } };

export async function* openLines(
  db: Db,
  grant: PageGrant,
  importId: number,
  layout: Layout,
): AsyncGenerator<Line> {
  const parser = parse({ ...CSV, delimiter: layout.separator, info: true });
  const source = Readable.from(decoded(piecesOf(db, grant, importId), layout.encoding));
  source.once("error", (error) => parser.destroy(error));
  source.pipe(parser);
  let at = -1;
  for await (const { record, info } of parser as AsyncIterable<Parsed>) {
    at += 1;
    if (layout.header_row !== null && at <= layout.header_row) continue;
    yield { row: info.lines, cells: cellsOf(layout, record) };
  }
}
