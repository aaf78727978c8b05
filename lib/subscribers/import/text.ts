import { parse as parseAll } from "csv-parse/sync";

export const ENCODINGS = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type Encoding = (typeof ENCODINGS)[number];

export const SEPARATORS = [",", ";", "\t", "|"] as const;
export type Separator = (typeof SEPARATORS)[number];

const SAMPLE_ROWS = 25;
/** More NULs than that are UTF-16, not dirt. */
const NUL_SHARE = 0.2;

function marked(first: Buffer): Encoding | null {
  if (first.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return "utf-8";
  if (first.subarray(0, 2).equals(Buffer.from([0xff, 0xfe]))) return "utf-16le";
  return first.subarray(0, 2).equals(Buffer.from([0xfe, 0xff])) ? "utf-16be" : null;
}

function wide(first: Buffer): Encoding | null {
  const sample = first.subarray(0, 1_000);
  const nuls = (parity: number) =>
    sample.filter((byte, at) => byte === 0 && at % 2 === parity).length / sample.length;
  if (nuls(1) > NUL_SHARE) return "utf-16le";
  return nuls(0) > NUL_SHARE ? "utf-16be" : null;
}

/** Without a mark, a file is UTF-8 if all of it can be; spreadsheets write Windows-1252 otherwise. */
export async function detectEncoding(
  first: Buffer,
  pieces: AsyncIterable<Buffer>,
): Promise<Encoding> {
  const known = marked(first) ?? wide(first);
  if (known) return known;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const piece of pieces) decoder.decode(piece, { stream: true });
    decoder.decode();
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

const SEPARATOR_LINE = /^\s*"?sep=(.)"?[ \t]*(?=\r|\n|$)/i;

/** Blanks Excel's line `sep=;`, which is no row. */
function withoutSeparatorLine(text: string): string {
  return text.replace(SEPARATOR_LINE, (line) => line.replace(/[^\r\n]/g, ""));
}

export async function* decoded(
  pieces: AsyncIterable<Buffer>,
  encoding: Encoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let isFirst = true;
  for await (const piece of pieces) {
    const text = decoder.decode(piece, { stream: true });
    yield isFirst ? withoutSeparatorLine(text) : text;
    isFirst = false;
  }
  yield decoder.decode();
}

export const CSV = {
  record_delimiter: ["\r\n", "\n", "\r"],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  max_record_size: 65_536,
};

/** Removes what spreadsheets and exports put around a value so that it stays text. */
export function cellOf(text: string): string {
  const plain = text.replace(/[\u200b\u2060\ufeff]/g, "").trim();
  const formula = /^="(.*)"$/.exec(plain)?.[1] ?? plain;
  return formula.replace(/^'(?='*[=+\-@\t\r＝＋－＠])/, "");
}

const MAX_SHOWN = 60;

/** The beginning of a cell, as PostgreSQL can keep it. */
export function shownCell(cell: string): string {
  return [...cell].slice(0, MAX_SHOWN).join("").replaceAll("\0", "\ufffd");
}

/** The first rows; none when the text is no such CSV. */
export function firstRows(text: string, separator: Separator): string[][] {
  try {
    const rows = parseAll(withoutSeparatorLine(text), {
      ...CSV,
      delimiter: separator,
      to: SAMPLE_ROWS,
    });
    return (rows as string[][]).map((row) => row.map(cellOf));
  } catch {
    return [];
  }
}

/** @param isKnown whether a cell is a header or an address, which a wrong separator would break */
export function detectSeparator(text: string, isKnown: (cell: string) => boolean): Separator {
  const named = SEPARATOR_LINE.exec(text)?.[1];
  const declared = SEPARATORS.find((separator) => separator === named);
  if (declared) return declared;
  const scored = SEPARATORS.map((separator) => {
    const rows = firstRows(text, separator);
    return { separator, known: rows.flat().filter(isKnown).length, width: rows[0]?.length ?? 0 };
  });
  const [best] = scored.toSorted((a, b) => b.known - a.known || b.width - a.width);
  return best?.separator ?? ",";
}
