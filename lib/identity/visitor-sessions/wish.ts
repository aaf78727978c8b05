const HASH = /^[\w-]{43}$/;

/**
 * Where somebody wants to be on a page, and which browser asked: the hash of its secret; null where
 * they stay on the application's host.
 */
export type Wish = { subdomain: string; path: string; browser: string | null };

type Given = Readonly<Record<string, unknown>>;

/** The wish in a query or form; null when there is none. */
export function wishIn({ page, path, browser }: Given): Wish | null {
  if (typeof page !== "string" || page === "") return null;
  return {
    subdomain: page,
    path: typeof path === "string" ? path : "/",
    browser: typeof browser === "string" && HASH.test(browser) ? browser : null,
  };
}

/** The same as the fields of a form or query. */
export function fieldsOf({ subdomain, path, browser }: Wish): Record<string, string> {
  return { page: subdomain, path, ...(browser !== null && { browser }) };
}
