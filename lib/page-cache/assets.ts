import { LRUCache } from "lru-cache";
import { capture, type Handler } from "#lib/page-cache/capture.ts";
import { assetEntity } from "#lib/page-cache/headers.ts";
import { Variants } from "#lib/page-cache/variants.ts";

const MAX_BYTES = 32 * 1024 * 1024;

type Asset = { status: number; variants: Variants };

/** Stylesheets, scripts, icons: read once, compressed once. */
export class Assets {
  readonly #handler: Handler;
  readonly #host: string;
  readonly #known = new LRUCache<string, Asset>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ variants }) => variants.entity.body.length * 2 + 1_024,
  });

  /** @param host the application's own */
  constructor(handler: Handler, host: string) {
    this.#handler = handler;
    this.#host = host;
  }

  ready(path: string): Asset | undefined {
    return this.#known.get(path);
  }

  async find(path: string): Promise<Asset> {
    const rendered = await capture(this.#handler, { url: path, headers: { host: this.#host } });
    const asset = { status: rendered.status, variants: new Variants(assetEntity({ ...rendered, policy: null })) };
    if (asset.status === 200) this.#known.set(path, asset);
    return asset;
  }
}
