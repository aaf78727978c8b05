import type { Context } from "#lib/core/request/context.ts";
import { displaceClaim } from "#lib/pages/claims/displace.ts";
import { ownerRecord, ownerToken, tokensOf } from "#lib/pages/claims/token.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

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
