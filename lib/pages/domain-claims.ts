import { createHmac } from "node:crypto";
import { authorizeJob, authorizeProgram } from "#lib/core/access/authorize.ts";
import { merged } from "#lib/core/fields/json.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { unchanged } from "#lib/core/transaction/outcome.ts";
import { findClaimant, releaseFailedName } from "#lib/pages/domain-claims.queries.ts";
import type { DomainConfig } from "#lib/pages/domain-config.ts";
import { domainStatusChange } from "#lib/pages/domain-event.ts";
import { isShownAt, type StatusPageRow, updateStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { keyFor } from "#lib/platform/crypto/seal.ts";
import { textsOf } from "#lib/platform/dns/resolver.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

const TOKEN = /^[0-9a-f]{64}$/;

/** The TXT record that proves who owns a name. */
export function ownerRecord(name: string): string {
  return `_allclear.${name}`;
}

/** The value of that record for an organization. Stable. */
export function ownerToken(organization_id: number, name: string): string {
  const key = keyFor("allclear owners of domains");
  return createHmac("sha256", key).update(`${organization_id} ${name}`).digest("hex");
}

async function tokensOf(name: string): Promise<string[]> {
  const { found } = await textsOf(ownerRecord(name));
  return found.filter((text) => TOKEN.test(text));
}

/** Whether DNS assigns a name to another organization. A failed lookup proves nothing. */
export async function belongsToAnother({ name, token }: { name: string; token: string }) {
  const tokens = await tokensOf(name);
  return tokens.length > 0 && !tokens.includes(token);
}

function failed(config: DomainConfig, name: string): DomainConfig {
  const error = `The TXT record ${ownerRecord(name)} says that ${name} belongs to another page.`;
  return { ...config, status: "failed_to_configure", error };
}

/**
 * Releases a name that another page requested but is not shown at, and notifies that page's owners.
 * The caller has proved ownership by DNS.
 * @returns whether the name is free now
 */
async function releaseClaim(asking: Context, name: string): Promise<boolean> {
  const ctx = systemContext(asking.db, "set-up-domains");
  const claimant = await findClaimant(ctx.db, authorizeProgram(ctx), name);
  const grant = claimant === undefined ? undefined : await authorizeJob(ctx, claimant);
  if (!grant) return false;
  return changePage(ctx, grant, async (trx, { settings }) => {
    const before = parseSettings(settings).domain_config;
    if (before.domain !== name || (await isShownAt(trx, grant, name))) return unchanged(false);
    const after = failed(before, name);
    const changed = merged(settings, { domain_config: after }) as StatusPageRow["settings"];
    const row = await updateStatusPageRow(trx, grant, { settings: changed });
    await releaseFailedName(trx, grant, name);
    return { result: true, ...(await domainStatusChange(trx, grant, row, { before, after })) };
  });
}

type Claim = { organization_id: number; name: string; field: string };

/** Another page has the domain. The message does not reveal which, or why. */
export class DomainTaken extends AppError {
  readonly claim: Claim;

  constructor(claim: Claim) {
    const { organization_id, name, field } = claim;
    const values = { record: ownerRecord(name), value: ownerToken(organization_id, name) };
    const errors = [{ code: "taken" }, { code: "domain_proof", values }] as const;
    super("invalid", "Validation failed", { [field]: [...errors] });
    this.claim = claim;
  }
}

/** Whether DNS proves ownership and the name could be released. */
async function canTakeOver(ctx: Context, { organization_id, name }: Claim): Promise<boolean> {
  const tokens = await tokensOf(name);
  if (!tokens.includes(ownerToken(organization_id, name))) return false;
  return releaseClaim(ctx, name);
}

/** Retries `work` once DNS has proved that the domain is this organization's. */
export async function retryAfterTakeover<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainTaken) || !(await canTakeOver(ctx, error.claim))) throw error;
    return work();
  }
}
