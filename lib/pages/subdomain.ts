import type { Trx } from "#db/index.ts";
import { listTakenNames, lockNames } from "#lib/core/addresses/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

// Names of our own hosts and paths, or confusingly similar ones.
const RESERVED = new Set(
  "www api admin app s mail smtp imap ftp ns1 ns2 localhost auth login account accounts billing static assets cdn live healthz readyz hooks docs help support".split(
    " ",
  ),
);

const MAX_LENGTH = 63;
const FALLBACK = "status";

function isReserved(subdomain: string): boolean {
  return RESERVED.has(subdomain);
}

function slug(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_LENGTH - 6)
    .replace(/^-+|-+$/g, "");
}

export function subdomainBase(name: string): string {
  return slug(name) || FALLBACK;
}

/** The first of `acme`, `acme-2`, `acme-3`, … that is free. */
export function firstFree(base: string, taken: ReadonlySet<string>): string {
  let candidate = base;
  for (let number = 2; taken.has(candidate) || isReserved(candidate); number += 1)
    candidate = `${base}-${number}`;
  return candidate;
}

/** Former subdomains stay reserved for their page, `own`. @throws {AppError} `invalid` */
export async function takeSubdomain(
  trx: Trx,
  wanted: string | undefined,
  name: string,
  own: number | null = null,
): Promise<string> {
  await lockNames(trx);
  const base = wanted ?? subdomainBase(name);
  const taken = await listTakenNames(trx, { base, own, now: wireNow() });
  if (!wanted) return firstFree(base, taken);
  if (isReserved(wanted) || taken.has(wanted)) throw invalid({ subdomain: [{ code: "taken" }] });
  return wanted;
}
