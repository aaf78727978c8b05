import { LRUCache } from "lru-cache";

const MAX_KNOWN = 10_000;
const NAMED = /^\/(?:api\/v[12]\/)?(?:status_pages|pages)\/([^/]+)/;

/** A page by the name that it was asked for; `path` where that names one. */
type Named = { page: string | null; path: string };

function nameIn({ page, path }: Named): string | null {
  return page ?? NAMED.exec(path)?.[1] ?? null;
}

/** Which tenants pages belong to, as the answers of the app say. */
export class Tenants {
  readonly #known = new LRUCache<string, string>({ max: MAX_KNOWN });

  of(named: Named): string | undefined {
    const name = nameIn(named);
    return name === null ? undefined : this.#known.get(name);
  }

  /**
   * @param tenant of an answer to a read without a key, which can be about nothing else; undefined:
   *   it names none
   */
  learn(named: Named, tenant: string | undefined): void {
    const name = nameIn(named);
    if (name !== null && tenant !== undefined) this.#known.set(name, tenant);
  }
}
