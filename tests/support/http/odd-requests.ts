import type { Random } from "#tests/support/data/random.ts";
import {
  ASSET,
  ENCODINGS,
  HOST,
  LANGUAGES,
  PATHS,
  type Script,
} from "#tests/support/http/fronts.ts";

/** Lines that must make node:http read a request, by what is odd about them. */
export const ODD_LINES: Record<string, string> = {
  "a body": "Content-Length: 5",
  "an empty body": "Content-Length: 0",
  chunks: "Transfer-Encoding: chunked",
  "chunks, indented": " Transfer-Encoding: chunked",
  "chunks, with a blank before the colon": "Transfer-Encoding : chunked",
  "chunks after a vertical tab": "Transfer-Encoding:\x0bchunked",
  "chunks behind a bare line feed": "X: a\nTransfer-Encoding: chunked",
  "chunks behind a bare carriage return": "X: a\rTransfer-Encoding: chunked",
  "a folded line": "X: a\r\n b",
  "a folded line with a tab": "X: a\r\n\tContent-Length: 5",
  "a second host": "Host: other.localhost",
  "the same host again": `hOST: ${HOST}`,
  "a continuation": "Expect: 100-continue",
  "a range": "Range: bytes=0-1",
  trailers: "TE: trailers",
  "a trailer": "Trailer: X",
  "an upgrade": "Upgrade: h2c",
  "settings of HTTP/2": "HTTP2-Settings: AAMAAABkAAQAAP__",
  "a proxy's connection": "Proxy-Connection: keep-alive",
  "an end": "Connection: close",
  "an unknown connection": "Connection: keep-alive, upgrade",
  "a NUL in a name": "X\0: a",
  "a NUL in a value": "X: a\0b",
  "a control character": "X: \x7f",
  "a letter outside ASCII": "X: \xe9",
  "a name outside ASCII": "\xe9: X",
  "no name": ": a",
  "no colon": "Accept",
  "a blank in a name": "X Y: a",
  "two encodings": "accept-encoding: gzip",
  "two languages": "accept-language: de",
  "a longer head": `X: ${"x".repeat(8_192)}`,
  "many lines": Array.from({ length: 64 }, (_, index) => `X-${index}: a`).join("\r\n"),
};

export const ODD_STARTS: Record<string, string> = {
  "another method": "OPTIONS / HTTP/1.1",
  "a method in small letters": "get / HTTP/1.1",
  "two blanks": "GET  / HTTP/1.1",
  "a tab": "GET\t/ HTTP/1.1",
  "a blank at the end": "GET / HTTP/1.1 ",
  "an older version": "GET / HTTP/1.0",
  "a newer version": "GET / HTTP/2.0",
  "no version": "GET /",
  "a whole address": `GET http://${HOST}/ HTTP/1.1`,
  "an asterisk": "GET * HTTP/1.1",
  "a fragment": "GET /?a#b HTTP/1.1",
  "a blank in the query": "GET /?a b HTTP/1.1",
  "a letter outside ASCII in the query": "GET /?\xe9 HTTP/1.1",
  "a control character in the query": "GET /?\x01 HTTP/1.1",
  "an empty line before": "\r\nGET / HTTP/1.1",
};

/** Plain requests that node:http must answer. */
export const OTHER_STARTS: Record<string, string> = {
  "another spelling": "GET //rss HTTP/1.1",
  "an escape": "GET /%72ss HTTP/1.1",
  dots: "GET /x/../rss HTTP/1.1",
  "a page that nobody has read yet": "GET /?lang=ja HTTP/1.1",
  "a page that is not there": "HEAD /nothing HTTP/1.1",
  "a path of the application": "GET /sign-in HTTP/1.1",
  "a call of the API": "GET /api/v2/hello HTTP/1.1",
};

const USUAL_LINES = [
  ...["User-Agent: Mozilla/5.0 (X11)", "Cookie: a=b; allclear_session=x", "Accept: */*"],
  ...["Accept: text/markdown", "Accept: text/html,*/*;q=0.1", "Connection: Keep-Alive"],
  ...["X-Request-Id: abc", "X-Request-Id: not valid", "X-Request-Id:", "Keep-Alive: 5"],
  ...["If-None-Match: *", 'If-None-Match: "a", W/"b"', "DNT:1", "X:  a \t ", "X:"],
  ...["Authorization: Bearer x", "Forwarded: for=192.0.2.1", "X-Forwarded-Proto: https"],
];
const TARGETS = [
  ...[...PATHS, ASSET],
  ...["/?utm_source=", "/history?x=", "/rss?items=incidents", "/?lang=de", "/badge.svg?"],
];

function pick<T>(choices: readonly T[], random: Random): T {
  return choices[Math.floor(random() * choices.length)] as T;
}

export function plainRequest(start: string, lines: readonly string[] = []): string {
  const own = [`Host: ${HOST}`, "Accept-Language: en", "Accept-Encoding: br"];
  return `${[start, ...own, ...lines].join("\r\n")}\r\n\r\n`;
}

/** Flips, drops or doubles one byte. */
export function damaged(text: string, random: Random): string {
  const at = Math.floor(random() * text.length);
  const byte = String.fromCharCode(Math.floor(random() * 256));
  return text.slice(0, at) + pick(["", byte, byte + text[at]], random) + text.slice(at + 1);
}

function request(random: Random): string {
  const start =
    random() < 0.15
      ? pick(Object.values(random() < 0.5 ? ODD_STARTS : OTHER_STARTS), random)
      : `${pick(["GET", "GET", "HEAD"], random)} ${pick(TARGETS, random)} HTTP/1.1`;
  const language = `accept-language: ${pick(LANGUAGES, random)}`;
  const lines = [`Host: ${HOST}`, language, `Accept-Encoding: ${pick(ENCODINGS, random)}`];
  while (random() < 0.5) lines.push(pick(USUAL_LINES, random));
  if (random() < 0.15) lines.push(pick(Object.values(ODD_LINES), random));
  if (random() < 0.02) lines.splice(Math.floor(random() * lines.length), 1);
  const text = `${[start, ...lines].join(random() < 0.02 ? "\n" : "\r\n")}\r\n\r\n`;
  return random() < 0.1 ? damaged(text, random) : text;
}

/** Plain and odd requests, several of them at once, in one read or in several. */
export function anyScript(random: Random): Script {
  let text = "";
  do text += request(random);
  while (random() < 0.5);
  if (random() < 0.05) text += pick(["0\r\n\r\n", "hello", "\r\n", "\0"], random);
  const chunks: string[] = [];
  while (random() < 0.3 && text.length > 1) {
    const at = 1 + Math.floor(random() * (text.length - 1));
    chunks.push(text.slice(0, at));
    text = text.slice(at);
  }
  return { chunks: [...chunks, text], ends: random() < 0.5 };
}
