import { isUtf8 } from "node:buffer";
import type { IncomingHttpHeaders } from "node:http";
import type { Transform } from "node:stream";
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from "node:zlib";

// A body that was cut gives what could be read of it.
const PARTIAL = { finishFlush: constants.Z_SYNC_FLUSH };
const MAX_CODINGS = 2;

// Servers send both forms under the name "deflate"; the first byte tells zlib's.
function inflate(body: Buffer): Transform {
  return ((body[0] ?? 0) & 0x0f) === 8 ? createInflate(PARTIAL) : createInflateRaw(PARTIAL);
}

const DECODERS: Record<string, (body: Buffer) => Transform> = {
  gzip: () => createGunzip(PARTIAL),
  "x-gzip": () => createGunzip(PARTIAL),
  deflate: inflate,
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: () => createZstdDecompress({ finishFlush: constants.ZSTD_e_flush }),
};

async function decompress(body: Buffer, decoder: Transform, max_bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  decoder.end(body);
  try {
    for await (const chunk of decoder) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= max_bytes) break;
    }
  } catch {
    // Some servers name a coding that they did not apply.
    if (size === 0) return body;
  }
  return Buffer.concat(chunks).subarray(0, max_bytes);
}

/** Undoes `Content-Encoding`, which many servers apply unasked. At most `max_bytes` come out. */
export async function decodeBody(
  body: Buffer,
  codings: string | undefined,
  max_bytes: number,
): Promise<Buffer> {
  const names = (codings ?? "").toLowerCase().split(",", MAX_CODINGS);
  let decoded = body;
  for (const name of names.reverse()) {
    const decoder = DECODERS[name.trim()];
    if (decoder && decoded.length > 0)
      decoded = await decompress(decoded, decoder(decoded), max_bytes);
  }
  return decoded;
}

const MARKS: [encoding: string, mark: string][] = [
  ["utf-8", "\xef\xbb\xbf"],
  ["utf-16le", "\xff\xfe"],
  ["utf-16be", "\xfe\xff"],
];
const DECLARED =
  /<(?:meta\s[^>]{0,200}?charset|\?xml\s[^>]{0,200}?encoding)\s*=\s*["']?([\w:.-]+)/i;
const SEARCHED_BYTES = 1_024;

function charsetOf(body: Buffer, headers: IncomingHttpHeaders): string {
  const start = body.toString("latin1", 0, SEARCHED_BYTES);
  const marked = MARKS.find(([, mark]) => start.startsWith(mark));
  const [, named] = /charset\s*=\s*["']?([\w:.-]+)/i.exec(headers["content-type"] ?? "") ?? [];
  return marked?.[0] ?? named ?? DECLARED.exec(start)?.[1] ?? "utf-8";
}

/** The body as text, in the encoding that its mark, its header or its document names. */
export function bodyText(body: Buffer, headers: IncomingHttpHeaders): string {
  try {
    return new TextDecoder(charsetOf(body, headers)).decode(body);
  } catch {
    return body.toString("utf8");
  }
}

/** The target of a redirect; null without a valid one. */
export function redirectTarget({ location = "" }: IncomingHttpHeaders, url: string): URL | null {
  // Node reads headers as Latin-1; many servers send UTF-8.
  const bytes = Buffer.from(location, "latin1");
  return URL.parse(isUtf8(bytes) ? bytes.toString() : location, url);
}
