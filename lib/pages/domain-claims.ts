import { createHmac } from "node:crypto";
import { authorizeJob, authorizeProgram } from "#lib/core/access/authorize.ts";
import { merged } from "#lib/core/fields/json.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { unchanged } from "#lib/core/transaction/outcome.ts";
import { findClaimant, giveUpName } from "#lib/pages/domain-claims.queries.ts";
import type { DomainConfig } from "#lib/pages/domain-config.ts";
import { tellOfDomain } from "#lib/pages/domain-event.ts";
import { isShownAt, type StatusPageRow, updateStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { keyFor } from "#lib/platform/crypto/seal.ts";
import { textsOf } from "#lib/platform/dns/resolver.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

const TOKEN = /^[0-9a-f]{64}$/;

/** Where a name's owner says whose it is: a TXT record. */
export function ownerRecord(name: string): string {
  return `_allclear.${name}`;
}

/** What the record of a name says for one organization; the same each time. */
export function ownerToken(organization_id: number, name: string): string {
  const key = keyFor("allclear owners of domains");
  return createHmac("sha256", key).update(`${organization_id} ${name}`).digest("hex");
}

/** The tokens that a name's record has, of whomever; other texts may stand beside them. */
async function tokensOf(name: string): Promise<string[]> {
  const { found } = await textsOf(ownerRecord(name));
  return found.filter((text) => TOKEN.test(text));
}

/** Whether a name's owner gave it to somebody else. What cannot be looked up says nothing. */
export async function isAnothers({ name, token }: { name: string; token: string }) {
  const tokens = await tokensOf(name);
  return tokens.length > 0 && !tokens.includes(token);
}

function failed(config: DomainConfig, name: string): DomainConfig {
  const error = `The TXT record ${ownerRecord(name)} says that ${name} belongs to another page.`;
  return { ...config, status: "failed_to_configure", error };
}

/**
 * Takes a name from the page that asked for it and is not shown there, whoever's it is, and tells
 * its owners. Only for a name whose own DNS says that it is somebody else's.
 * @returns whether the name may be had now
 */
async function displaceClaim(asking: Context, name: string): Promise<boolean> {
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
    await giveUpName(trx, grant, name);
    return { result: true, ...(await tellOfDomain(trx, grant, row, { before, after })) };
  });
}

type Claim = { organization_id: number; name: string; field: string };

/** Another page, of whomever, has the domain. What is said is the same whatever it has it for. */
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

/** Whether the name's own DNS says that it is the organization's, and nobody's page is there. */
async function isHad(ctx: Context, { organization_id, name }: Claim): Promise<boolean> {
  const tokens = await tokensOf(name);
  if (!tokens.includes(ownerToken(organization_id, name))) return false;
  return displaceClaim(ctx, name);
}

/**
 * Does what asks for a domain once more, if that was refused because another page only asked for
 * the domain, too, and its owner's DNS says whose it is.
 * @throws whatever `work` throws
 */
export async function takingOver<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainTaken) || !(await isHad(ctx, error.claim))) throw error;
    return work();
  }
}
