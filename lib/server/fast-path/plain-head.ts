import { memoized } from "#lib/platform/memoized.ts";
import { type Encoding, encodingOf, prefersMarkdown } from "#lib/server/cache/key.ts";
import { isHost } from "#lib/server/front/call.ts";

/** The header lines that decide about a cached answer; empty: absent. */
type PlainHeaders = {
  host: string;
  language: string;
  encoding: Encoding;
  prefersMarkdown: boolean;
  etags: string;
  request_id: string;
};

export type PlainHead = {
  /** Where it stands in the text. */
  begin: number;
  end: number;
  isHead: boolean;
  path: string;
  /** Without its `?`. */
  search: string;
  headers: PlainHeaders;
};

const MAX_HEAD_LENGTH = 8_192;
const MAX_HEADERS = 64;
const MAX_REMEMBERED = 1_000;
/** Longer reads are not remembered: V8 keeps a whole read for any slice of it. */
const MAX_REMEMBERED_LENGTH = 2_048;

const END = "\r\n\r\n";
const VERSION = " HTTP/1.1";
const LINE = /([!#$%&'*+.^`|~\w-]+):([\t -~]*)\r\n/y;
const TARGET = /^[!"$-~]*$/;

const DECISIVE = [
  ...["host", "accept", "accept-encoding", "accept-language", "if-none-match", "x-request-id"],
  "connection",
];
/** They announce a body, another protocol, or an answer of another form. */
const UNUSUAL = [
  ...["content-length", "transfer-encoding", "trailer", "te", "expect", "upgrade", "range"],
  ...["http2-settings", "proxy-connection"],
];

/** @returns decisive values by name; null: not plain */
function decisiveIn(lines: string): Map<string, string> | null {
  const values = new Map<string, string>();
  let count = 0;
  LINE.lastIndex = 0;
  while (LINE.lastIndex < lines.length - 2) {
    const line = LINE.exec(lines);
    if (line === null || ++count > MAX_HEADERS) return null;
    const name = (line[1] ?? "").toLowerCase();
    if (UNUSUAL.includes(name)) return null;
    if (!DECISIVE.includes(name)) continue;
    if (values.has(name)) return null;
    values.set(name, (line[2] ?? "").trim());
  }
  return values;
}

function read(lines: string): PlainHeaders | null {
  const values = decisiveIn(lines);
  const host = values?.get("host") ?? "";
  if (values === null || host === "" || !isHost(host)) return null;
  const connection = values.get("connection") ?? "keep-alive";
  if (connection.toLowerCase() !== "keep-alive") return null;
  return {
    host,
    language: values.get("accept-language") ?? "",
    encoding: encodingOf(values.get("accept-encoding") ?? ""),
    prefersMarkdown: prefersMarkdown(values.get("accept") ?? ""),
    etags: values.get("if-none-match") ?? "",
    request_id: values.get("x-request-id") ?? "",
  };
}

const rememberedLines = memoized(MAX_REMEMBERED, (lines = "") => read(lines));
const rememberedHead = memoized(MAX_REMEMBERED, (text = "") => parse(text, 0));

function parse(text: string, begin: number): PlainHead | null {
  const isHead = text.startsWith("HEAD /", begin);
  if (!isHead && !text.startsWith("GET /", begin)) return null;
  const line_end = text.indexOf("\r\n", begin);
  const end = text.indexOf(END, line_end) + END.length;
  if (line_end < 0 || end < END.length || end - begin > MAX_HEAD_LENGTH) return null;
  const target_end = line_end - VERSION.length;
  if (!text.startsWith(VERSION, target_end)) return null;
  const lines = text.slice(line_end + 2, end);
  const headers = text.length > MAX_REMEMBERED_LENGTH ? read(lines) : rememberedLines(lines);
  const target = text.slice(begin + (isHead ? "HEAD ".length : "GET ".length), target_end);
  if (headers === null || !TARGET.test(target)) return null;
  const mark = target.indexOf("?");
  if (mark < 0) return { begin, end, isHead, path: target, search: "", headers };
  const search = target.slice(mark + 1);
  return { begin, end, isHead, path: target.slice(0, mark), search, headers };
}

/**
 * @param text of latin1
 * @returns null: from `begin` on there is no whole head of exactly the plain form
 */
export function plainHead(text: string, begin: number): PlainHead | null {
  // Query strings may differ in each request.
  const mayRecur = begin === 0 && text.length <= MAX_REMEMBERED_LENGTH && !text.includes("?");
  return mayRecur ? rememberedHead(text) : parse(text, begin);
}
