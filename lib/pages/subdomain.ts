// Words that name our own hosts and paths, or that visitors would take for them.
const RESERVED = new Set(
  "www api admin app s mail smtp imap ftp ns1 ns2 localhost auth login account accounts billing static assets cdn live healthz readyz hooks docs help support".split(
    " ",
  ),
);

const MAX_LENGTH = 63;
const FALLBACK = "status";

export function isReserved(subdomain: string): boolean {
  return RESERVED.has(subdomain);
}

function slug(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_LENGTH - 6)
    .replace(/^-+|-+$/g, "");
}

/** What a page's subdomain begins with when none is given: its name in plain letters. */
export function subdomainBase(name: string): string {
  return slug(name) || FALLBACK;
}

/** The first of `acme`, `acme-2`, `acme-3`, … that is neither taken nor reserved. */
export function firstFree(base: string, taken: ReadonlySet<string>): string {
  let candidate = base;
  for (let number = 2; taken.has(candidate) || isReserved(candidate); number += 1)
    candidate = `${base}-${number}`;
  return candidate;
}
