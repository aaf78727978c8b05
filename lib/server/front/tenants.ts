import { LRUCache } from "lru-cache";

const MAX_KNOWN = 10_000;
const NAMED = /^\/(?:api\/v[12]\/)?(?:status_pages|pages)\/([^/]+)/;

type Named = { page: string | null; path: string };

function nameIn({ page, path }: Named): string | null {
  return page ?? NAMED.exec(path)?.[1] ?? null;
}

/** The tenants of pages, learned from answers of the app. */
export class Tenants {
  readonly #known = new LRUCache<string, string>({ max: MAX_KNOWN });

  of(named: Named): string | undefined {
    const name = nameIn(named);
    return name === null ? undefined : this.#known.get(name);
  }

  /** @param tenant from an answer to a read without a key, which can concern no other page */
  learn(named: Named, tenant: string | undefined): void {
    const name = nameIn(named);
    if (name !== null && tenant !== undefined) this.#known.set(name, tenant);
  }
}
