import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { scriptsIn } from "#lib/server/build/programs.ts";
import { assetEntity, privateEntity } from "#lib/server/cache/headers.ts";
import { plainAnswer } from "#lib/server/cache/outcome.ts";
import { Variants } from "#lib/server/cache/variants.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const BUILT = "/_next/static/";
const FOREVER = "public, max-age=31536000, immutable";
const UNTIL_CHANGED = "public, max-age=0";
const TYPES: Record<string, string> = {
  ".css": "text/css; charset=UTF-8",
  ".ico": "image/x-icon",
  ".js": "application/javascript; charset=UTF-8",
  ".json": "application/json; charset=UTF-8",
  ".map": "application/json; charset=UTF-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=UTF-8",
  ".woff2": "font/woff2",
};

type Asset = { status: number; variants: Variants };

function nothing(): Asset {
  const outcome = plainAnswer("nothing", "feed", { locale: "en", page: null });
  return { status: outcome.status, variants: new Variants(privateEntity(outcome, null)) };
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

export class Assets {
  readonly #files = new Map<string, string>();
  readonly #known = new Map<string, Promise<Asset>>();
  readonly #ready = new Map<string, Asset>();

  constructor(build: string) {
    for (const [folder, prefix] of [
      [join(build, "static"), BUILT],
      [join(ROOT, "public"), "/"],
      [scriptsIn(build), "/"],
    ] as const)
      for (const file of filesIn(folder))
        this.#files.set(prefix + file.slice(folder.length + 1).replaceAll("\\", "/"), file);
  }

  ready(path: string): Asset | undefined {
    return this.#ready.get(path);
  }

  /** @param path in normal form */
  async find(path: string): Promise<Asset> {
    const file = this.#files.get(decodeURIComponent(path));
    if (!file) return nothing();
    const reading = this.#known.get(path) ?? this.#read(path, file);
    this.#known.set(path, reading);
    try {
      const asset = await reading;
      this.#ready.set(path, asset);
      return asset;
    } catch (error) {
      this.#known.delete(path);
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      return nothing();
    }
  }

  async #read(path: string, file: string): Promise<Asset> {
    const headers = {
      "content-type": TYPES[extname(file)] ?? "application/octet-stream",
      "cache-control": path.startsWith(BUILT) ? FOREVER : UNTIL_CHANGED,
    };
    const body = await readFile(file);
    return { status: 200, variants: new Variants(assetEntity({ headers, body, policy: null })) };
  }
}
