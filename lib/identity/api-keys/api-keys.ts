import type { Trx } from "#db/index.ts";
import type { Listed, Slice } from "#db/keyset.ts";
import {
  authorize,
  authorizeOrganization,
  type OrganizationGrant,
  type OrganizationTarget,
} from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import {
  type ApiKeyRow,
  endKey,
  insertOrganizationKey,
  listApiKeyRows,
  lockKey,
} from "#lib/identity/api-keys/queries.ts";
import type {
  ApiKey,
  CreateOrganizationKey,
  NewApiKey,
  RenewedApiKey,
  RenewKey,
} from "#lib/identity/api-keys/schema.ts";
import { lockOrganization } from "#lib/identity/organizations/queries.ts";
import { requireStillValid } from "#lib/identity/sessions/queries.ts";
import { DAY_SECONDS, earlierOf, later, secondsBetween, wireNow } from "#lib/platform/clock.ts";
import { AppError, invalid } from "#lib/platform/errors/errors.ts";

type ApiKeyTarget = OrganizationTarget & { api_key_id: number };

export async function listApiKeys(
  ctx: Context,
  target: OrganizationTarget,
  slice: Slice,
): Promise<Listed<ApiKey>> {
  const grant = await authorizeOrganization(ctx, "organization.write", target);
  return listApiKeyRows(ctx.db, grant, slice, (rows) => rows.map(serializeApiKey));
}

/** @throws {AppError} `invalid` */
export function assertAhead(expires_at: string | null | undefined): void {
  if (expires_at && expires_at <= wireNow()) throw invalid({ expires_at: [{ code: "not_ahead" }] });
}

async function findPage(
  ctx: Context,
  { organization_id }: OrganizationTarget,
  subdomain: string | null | undefined,
): Promise<number | null> {
  if (!subdomain) return null;
  const page = authorize(ctx, "page.read", { subdomain, organization_id });
  const { status_page_id } = await page.catch((error) => {
    if (!(error instanceof AppError && error.code === "not_found")) throw error;
    throw invalid({ subdomain: [{ code: "unknown" }] });
  });
  return status_page_id;
}

/**
 * The role or the access may have ended meanwhile, and with it what its person made: a key made
 * later would stay. Keys count as made by whoever made the key that makes them.
 * @throws {AppError} `not_found`, `forbidden`
 */
async function lockCreator(
  ctx: Context,
  trx: Trx,
  grant: OrganizationGrant,
): Promise<number | null> {
  await lockOrganization(trx, grant);
  await authorizeOrganization({ ...ctx, db: trx }, "organization.write", grant);
  const { actor } = ctx;
  await requireStillValid(trx, actor);
  if (actor.kind === "organization_key")
    return (await lockKey(trx, grant, actor.api_key_id)).created_by;
  return actor.kind === "user" ? actor.user_id : null;
}

/** @throws {AppError} `not_found`, `forbidden`, `invalid` */
export async function createOrganizationKey(
  ctx: Context,
  target: OrganizationTarget,
  input: CreateOrganizationKey,
): Promise<NewApiKey> {
  const grant = await authorizeOrganization(ctx, "organization.write", target);
  const { name, role = "admin", expires_at = null, subdomain = null, permissions = null } = input;
  assertAhead(expires_at);
  const status_page_id = await findPage(ctx, target, subdomain);
  return changeOrganization(ctx, grant, async (trx) => {
    const created_by = await lockCreator(ctx, trx, grant);
    const values = { name, role, expires_at, status_page_id, permissions };
    const made = { ...values, created_by };
    const { token, ...row } = await insertOrganizationKey(trx, grant, made);
    return {
      result: { ...serializeApiKey(row), token },
      audit: {
        action: "api_key.create",
        subject_id: row.id,
        changes: { name, role, expires_at, subdomain, permissions },
      },
      events: [],
    };
  });
}

/**
 * Makes a key with the same limits. The one before works for another day, so that programs can
 * change over. Without a new end it lasts as long as before. A key has one successor.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function renewApiKey(
  ctx: Context,
  target: ApiKeyTarget,
  input: RenewKey,
): Promise<RenewedApiKey> {
  const grant = await authorizeOrganization(ctx, "organization.write", target);
  assertAhead(input.expires_at);
  return changeOrganization(ctx, grant, async (trx) => {
    const renewer = await lockCreator(ctx, trx, grant);
    const before = await lockKey(trx, grant, target.api_key_id);
    // Its end is that of the overlap, so a second successor would last a day.
    if (before.renewed_at !== null) throw invalid({ base: [{ code: "already_renewed" }] });
    const at = wireNow();
    const ends = before.expires_at ?? null;
    const lasting = ends && later(at, secondsBetween(before.inserted_at, ends));
    const { expires_at = lasting } = input;
    const { name, role, status_page_id, permissions } = before;
    const values = { name, role, status_page_id, permissions };
    const made = { ...values, expires_at, created_by: renewer ?? before.created_by };
    const { token, ...row } = await insertOrganizationKey(trx, grant, made);
    const overlap = later(at, DAY_SECONDS);
    const earlier_until = ends ? earlierOf(ends, overlap) : overlap;
    await endKey(trx, grant, before.id, { expires_at: earlier_until, renewed_at: at });
    return {
      result: { ...serializeApiKey(row), token, earlier_until },
      audit: {
        action: "api_key.renew",
        subject_id: row.id,
        changes: { name, expires_at, earlier_id: before.id, earlier_until },
      },
      events: [],
    };
  });
}

/** Every process refuses the key from its next request on. @throws `not_found`, `forbidden` */
export async function revokeApiKey(ctx: Context, target: ApiKeyTarget): Promise<void> {
  const grant = await authorizeOrganization(ctx, "organization.write", target);
  await changeOrganization(ctx, grant, async (trx) => {
    const key = await endKey(trx, grant, target.api_key_id, { revoked_at: wireNow() });
    return {
      result: undefined,
      audit: {
        action: "api_key.revoke",
        subject_id: key.id,
        changes: { name: key.name },
      },
      events: [],
    };
  });
}

function serializeApiKey(row: ApiKeyRow): ApiKey {
  const { id, name, expires_at, renewed_at, subdomain, permissions, last_used_at, inserted_at } =
    row;
  const limits = { expires_at, renewed_at, subdomain, permissions };
  const role = row.role as ApiKey["role"];
  return { id, name, role, ...limits, hint: row.token_hint, last_used_at, inserted_at };
}
