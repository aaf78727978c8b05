import {
  authorizeOrganization,
  authorizeProgram,
  authorizeUser,
  type OrganizationTarget,
  type UserTarget,
} from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeInstallation, changeOrganization } from "#lib/core/transaction/change.ts";
import { unchanged } from "#lib/core/transaction/outcome.ts";
import { lockAccount } from "#lib/core/transaction/queries.ts";
import { assertBelowLimit } from "#lib/core/transaction/record-limits.ts";
import { changeAtomically } from "#lib/core/transaction/transact.ts";
import {
  countOwned,
  getOrganizationRow,
  insertOrganization,
  insertOwnOrganization,
  listOrganizationRows,
  listOrganizationsOf,
  lockOrganization,
  type OrganizationRow,
  type OwnOrganizationRow,
  updateOrganizationRow,
} from "#lib/identity/organizations/queries.ts";
import type {
  CreateOrganization,
  Organization,
  UpdateOrganization,
} from "#lib/identity/organizations/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

function serializeOrganization(row: OrganizationRow): Organization {
  const { id, name, strong_sign_in_required, inserted_at, updated_at } = row;
  return { id, name, strong_sign_in_required, inserted_at, updated_at };
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function getOrganization(
  ctx: Context,
  target: OrganizationTarget,
): Promise<Organization> {
  const grant = await authorizeOrganization(ctx, "organization.read", target);
  return serializeOrganization(await getOrganizationRow(ctx.db, grant));
}

const MAX_SHOWN = 200;

/** By name, with those of single pages. @throws {AppError} `not_found` unless oneself */
export async function listOwnOrganizations(
  ctx: Context,
  target: UserTarget,
): Promise<OwnOrganizationRow[]> {
  const grant = await authorizeUser(ctx, target);
  return listOrganizationsOf(ctx.db, grant, MAX_SHOWN);
}

/** Adds an organization without members. @throws {AppError} `forbidden` */
export async function createOrganization(
  ctx: Context,
  input: CreateOrganization,
): Promise<OrganizationRow> {
  const program = authorizeProgram(ctx);
  return changeInstallation(ctx, program, async (trx) => {
    const organization = await insertOrganization(trx, program, input.name);
    const grant = await authorizeOrganization({ ...ctx, db: trx }, "organization.write", {
      organization_id: organization.id,
    });
    return {
      result: organization,
      audit: {
        action: "organization.create",
        subject_id: organization.id,
        changes: input,
        grant,
      },
      events: [],
    };
  });
}

/** @throws {AppError} `forbidden` unless the program itself asks */
export async function listOrganizations(ctx: Context) {
  return listOrganizationRows(ctx.db, authorizeProgram(ctx));
}

async function mayCreateOrganization(ctx: Context, target: UserTarget): Promise<boolean> {
  return (await listOwnOrganizations(ctx, target)).some(({ role }) => role === "owner");
}

const MAX_OWNED = 100;

/** Adds an organization that the user owns. @throws `not_found`, `forbidden`, `invalid` */
export async function createOwnOrganization(
  ctx: Context,
  target: UserTarget,
  input: CreateOrganization,
): Promise<Organization> {
  const user = await authorizeUser(ctx, target);
  if (!(await mayCreateOrganization(ctx, target)))
    throw new AppError("forbidden", "Only owners of an organization may add another");
  return changeAtomically(ctx, async (within) => {
    const account = await lockAccount(within.db, user);
    assertBelowLimit(account, await countOwned(within.db, user), MAX_OWNED);
    const row = await insertOwnOrganization(within.db, user, input.name);
    const at = { organization_id: row.id };
    const grant = await authorizeOrganization(within, "organization.write", at);
    return changeOrganization(within, grant, async () => ({
      result: serializeOrganization(row),
      audit: { action: "organization.create", subject_id: row.id, changes: input },
      events: [],
    }));
  });
}

/**
 * With `strong_sign_in_required`, password-only sessions must set up a second proof; API keys go
 * on.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function updateOrganization(
  ctx: Context,
  target: OrganizationTarget,
  input: Partial<UpdateOrganization>,
): Promise<Organization> {
  const grant = await authorizeOrganization(ctx, "organization.write", target);
  return changeOrganization(ctx, grant, async (trx) => {
    const before = await lockOrganization(trx, grant);
    const { name = before.name, strong_sign_in_required = before.strong_sign_in_required } = input;
    const isSame =
      name === before.name && strong_sign_in_required === before.strong_sign_in_required;
    if (isSame) return unchanged(serializeOrganization(before));
    const values = { name, strong_sign_in_required, updated_at: wireNow() };
    const row = await updateOrganizationRow(trx, grant, values);
    return {
      result: serializeOrganization(row),
      audit: { action: "organization.update", subject_id: row.id, changes: input, before },
      events: [],
    };
  });
}
