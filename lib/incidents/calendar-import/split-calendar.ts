import { liesOutside, rawValue } from "#lib/incidents/calendar-import/blocks.ts";

export const MAX_BYTES = 64_000_000;
// Events that may take place are kept, to be parsed at once.
const MAX_KEPT = 8_000_000;
const MAX_LINE = 1_000_000;

/** A component as text without folds; `line`: where it begins in the file. */
export type Block = { text: string; line: number };

export type Calendar = { method: string; vevent: Block[]; vtimezone: Block[] };

export type Calendars = {
  calendars: Calendar[];
  /** By UID: the highest sequence of an event that lies outside the period. */
  outside: Map<string, number>;
};

const LIMIT = /^(?:ï»¿)*(BEGIN|END):(VCALENDAR|VEVENT|VTIMEZONE)\s*$/i;
const METHOD = /^METHOD(?:;[^:]*)?:\s*([\w-]+)/i;
const BREAK = /\r\n|\n|\r/;

/** UTF-16 and other encodings as UTF-8, each byte a character; UTF-8 as it is. */
function recoder(charset: string | null): (chunk: Buffer) => string {
  let decoder: TextDecoder | null | undefined;
  const find = (chunk: Buffer) => {
    const [a, b] = chunk;
    if (a === 0xff && b === 0xfe) return new TextDecoder("utf-16le");
    if (a === 0xfe && b === 0xff) return new TextDecoder("utf-16be");
    if (a === 0xef && b === 0xbb) return null;
    try {
      const named = new TextDecoder(charset ?? "utf-8");
      return named.encoding === "utf-8" ? null : named;
    } catch {
      return null;
    }
  };
  return (chunk) => {
    if (decoder === undefined) decoder = find(chunk);
    const bytes = decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk;
    return bytes.toString("latin1");
  };
}

const UTF_8 = new TextDecoder("utf-8", { fatal: true });
const WINDOWS = new TextDecoder("windows-1252");

// A fold may fall between the bytes of one character.
function textOf(lines: readonly string[]): string {
  const raw = lines.join("\r\n").replaceAll(/\r\n[ \t]/g, "");
  const bytes = Buffer.from(raw, "latin1");
  try {
    return UTF_8.decode(bytes).replaceAll("\uFEFF", "");
  } catch {
    return WINDOWS.decode(bytes);
  }
}

/**
 * Splits a file into calendars, piece by piece, and cuts out each event as text: one bad event must
 * not spoil the rest. Keeps events that may fall into the period.
 */
export class CalendarSplitter {
  readonly #recode: (chunk: Buffer) => string;
  readonly #period: { from: string; to: string };
  readonly #found: Calendars = { calendars: [], outside: new Map() };
  #rest = "";
  #block: string[] = [];
  #kind: "vevent" | "vtimezone" = "vevent";
  #line = 0;
  #start = 0;
  #open = 0;
  #bytes = 0;
  #kept = 0;

  /** @param charset of the Content-Type */
  constructor(period: { from: string; to: string }, charset: string | null = null) {
    this.#period = period;
    this.#recode = recoder(charset);
  }

  get isTooLarge(): boolean {
    const isLong = this.#rest.length > MAX_LINE || this.#kept > MAX_KEPT;
    return this.#bytes >= MAX_BYTES || isLong;
  }

  push(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.isTooLarge) return;
    const text = this.#rest + this.#recode(chunk);
    // The second half of a line break may still come.
    const end = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r", text.length - 2)) + 1;
    this.#rest = text.slice(end);
    if (end === 0) return;
    for (const line of text.slice(0, end).split(BREAK).slice(0, -1)) this.#take(line);
  }

  /** @throws {Error} when it is not a complete calendar */
  end(): Calendars {
    for (const line of this.#rest.split(BREAK)) this.#take(line);
    if (this.#found.calendars.length === 0 || this.#open !== 0)
      throw new Error("no whole calendar");
    return this.#found;
  }

  #take(line: string): void {
    this.#line += 1;
    const [, side = "", name = ""] = LIMIT.exec(line)?.map((part) => part.toLowerCase()) ?? [];
    if (side === "begin" || name === "vcalendar") this.#close();
    if (name === "vcalendar") this.#open += side === "begin" ? 1 : -1;
    if (name === "vcalendar" && side === "begin")
      this.#found.calendars.push({ method: "", vevent: [], vtimezone: [] });
    const calendar = this.#found.calendars.at(-1);
    const method = this.#block.length === 0 ? METHOD.exec(line)?.[1] : undefined;
    if (method && calendar) calendar.method = method.toUpperCase();
    if (name === "vcalendar") return;
    if (side === "begin") [this.#kind, this.#start] = [name as "vevent" | "vtimezone", this.#line];
    if (side === "begin" || this.#block.length > 0) this.#block.push(line);
    if (side === "end") this.#close();
  }

  #close(): void {
    if (this.#block.length === 0) return;
    const text = textOf(this.#block);
    this.#block = [];
    if (this.#kind === "vevent" && liesOutside(text, this.#period)) {
      const [uid, sequence] = [rawValue(text, "UID"), Number(rawValue(text, "SEQUENCE")) || 0];
      const { outside } = this.#found;
      if (uid) outside.set(uid, Math.max(outside.get(uid) ?? 0, sequence));
      return;
    }
    this.#kept += text.length;
    this.#found.calendars.at(-1)?.[this.#kind].push({ text, line: this.#start });
  }
}
