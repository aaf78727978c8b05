import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Encoding } from "#lib/server/cache/key.ts";

/**
 * An answer ready to send. Headers are flat lists of names and values, to be completed by
 * `complete` each time; `unchanged` are those of a 304.
 */
export type Answer = { etag: string; headers: string[]; unchanged: string[]; body: Buffer };

/** What differs from one response to the next: `more` are names and values in turn. */
export type Once = { request_id: string; how: string; more: readonly string[] };

const OPEN = ["X-Request-Id", "", "Cache-Status", ""];

/** The headers for one response, in the same list as those of the one before. */
export function complete(headers: string[], { request_id, how, more }: Once): string[] {
  headers[1] = request_id;
  headers[3] = how;
  return more.length === 0 ? headers : [...headers, ...more];
}

/** What all variants have in common. The ETag is that of the identity variant. */
export type Entity = {
  etag: string;
  headers: string[];
  body: Buffer;
  compressible: boolean;
  /** There where it leads elsewhere: what stands before the paths there. */
  moved?: string;
};

const MIN_BYTES = 1_000;
// A page is compressed once and sent many times, but its first readers wait for it.
const BROTLI_QUALITY = 5;

const compressors = {
  gzip: (body: Buffer) => promisify(gzip)(body),
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
};

function answer(entity: Entity, etag: string, body: Buffer, encoding: string[]): Answer {
  const validators = [...OPEN, "ETag", etag, ...entity.headers];
  return {
    etag,
    body,
    headers: [...validators, ...encoding, "Content-Length", String(body.length)],
    unchanged: [...validators],
  };
}

/** The answers of one entity, each made at its first use and then kept. */
export class Variants {
  readonly entity: Entity;
  readonly #ready: { [E in Encoding]?: Answer } = {};
  readonly #making: { [E in Encoding]?: Promise<Answer> } = {};

  constructor(entity: Entity) {
    this.entity = entity;
  }

  ready(encoding: Encoding): Answer | undefined {
    return this.#ready[encoding];
  }

  async in(encoding: Encoding): Promise<Answer> {
    this.#making[encoding] ??= this.#make(encoding);
    const made = await this.#making[encoding];
    this.#ready[encoding] = made;
    return made;
  }

  async #make(encoding: Encoding): Promise<Answer> {
    const { entity } = this;
    if (encoding === "identity" || !entity.compressible || entity.body.length < MIN_BYTES) {
      return answer(entity, entity.etag, entity.body, []);
    }
    const body = await compressors[encoding](entity.body);
    return answer(entity, `${entity.etag.slice(0, -1)}-${encoding}"`, body, [
      "Content-Encoding",
      encoding,
    ]);
  }
}

/**
 * Conditional headers without the suffixes that our ETags have when compressed, as whoever made the
 * entity knows them.
 */
export function withoutSuffixes(etags: string): string {
  return etags.replaceAll(/-(?:br|gzip)"/g, '"');
}
