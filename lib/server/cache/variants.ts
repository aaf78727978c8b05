import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Encoding } from "#lib/server/cache/key.ts";

/** Flat header lists, completed per response by `complete`; `unchanged` is for a 304. */
export type Answer = { etag: string; headers: string[]; unchanged: string[]; body: Buffer };

/** Parts that differ per response; `more` holds names and values in turn. */
export type Once = { request_id: string; how: string; more: readonly string[] };

export const OPEN = ["X-Request-Id", "", "Cache-Status", ""];

/** Fills in the same list each time to save allocations. */
export function complete(headers: string[], { request_id, how, more }: Once): string[] {
  headers[1] = request_id;
  headers[3] = how;
  return more.length === 0 ? headers : [...headers, ...more];
}

export type Entity = {
  etag: string;
  headers: string[];
  body: Buffer;
  compressible: boolean;
  moved?: string;
};

const MIN_BYTES = 1_000;
// Compressed once for many readers, while the first ones wait.
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
    const ready = await this.#making[encoding];
    this.#ready[encoding] = ready;
    return ready;
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
 * Conditional headers without the suffixes of our compressed ETags, which the renderer does not
 * know.
 */
export function withoutSuffixes(etags: string): string {
  return etags.replaceAll(/-(?:br|gzip)"/g, '"');
}
