import { sql } from "kysely";
import type { Answer } from "#db/budget.ts";
import { countAll } from "#db/counts.ts";
import type { Db, Trx } from "#db/index.ts";
import { type Listed, type Order, readList, type Slice } from "#db/keyset.ts";
import type {
  InvitationGrant,
  OrganizationGrant,
  PageGrant,
  UserGrant,
} from "#lib/core/access/authorize.ts";
import type { Role } from "#lib/core/access/permissions.ts";
import { lockUser } from "#lib/identity/users/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

const BY_ID: Order = { columns: ["m.id"], direction: "asc" };

/** Hides sign-ins from before the user accepted: they do not concern the organization. */
export function sinceAccepted<C extends "last_sign_in_at" | "current_sign_in_at">(column: C) {
  const at = sql.ref(`u.${column}`);
  return sql<string | null>`case when ${at} >= m.accepted_at then ${at} end`.as(column);
}

function members(db: Db, grant: OrganizationGrant) {
  return db
    .selectFrom("memberships as m")
    .leftJoin("users as u", "u.id", "m.user_id")
    .select([
      "m.id",
      "m.user_id",
      "m.role",
      "m.oidc_issuer",
      "m.inserted_at",
      "m.updated_at",
      sinceAccepted("last_sign_in_at"),
      sinceAccepted("current_sign_in_at"),
    ])
    .select(sql<string>`coalesce(u.email, m.email)`.as("email"))
    .where("m.organization_id", "=", grant.organization_id)
    .where("m.status_page_id", "is", null);
}

export type MemberRow = Awaited<ReturnType<ReturnType<typeof members>["executeTakeFirstOrThrow"]>>;

/** `email`: the whole address, in any case. */
export type MemberFilter = { email?: string };

export async function listMemberRows<Answered>(
  db: Db,
  grant: OrganizationGrant,
  slice: Slice,
  { email }: MemberFilter,
  answer: Answer<MemberRow, Answered>,
): Promise<Listed<Answered>> {
  const all = members(db, grant);
  const query =
    email === undefined
      ? all
      : all.where(sql`lower(coalesce(u.email, m.email))`, "=", sql`lower(${email})`);
  return readList(db, query, slice, { order: BY_ID, count: countAll(db, query), answer });
}

/** @throws {AppError} `not_found` */
export async function getMemberRow(
  db: Db,
  grant: OrganizationGrant,
  id: number,
): Promise<MemberRow> {
  const row = await members(db, grant).where("m.id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/**
 * Keeps two owners of an organization from leaving it at the same time, and the user's keys from
 * being made meanwhile: those who make them lock the organization or the account.
 */
export async function lockAccess(trx: Trx, grant: UserGrant): Promise<void> {
  const { user_id } = grant;
  await trx
    .selectFrom("organizations")
    .select("id")
    .where("id", "in", (eb) =>
      eb.selectFrom("memberships").select("organization_id").where("user_id", "=", user_id),
    )
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  await lockUser(trx, grant);
}

/** Whether an organization has no other owner. */
export async function isOnlyOwner(db: Db, { user_id }: UserGrant): Promise<boolean> {
  const { rows } = await sql`
    select from memberships as m
    where m.user_id = ${user_id} and m.status_page_id is null and m.role = 'owner'
      and not exists (
        select from memberships as o
        where o.organization_id = m.organization_id and o.status_page_id is null
          and o.role = 'owner' and o.user_id <> m.user_id
      ) limit 1`.execute(db);
  return rows.length > 0;
}

/** @returns undefined when the user already has a role */
export async function insertMembership(
  trx: Trx,
  grant: OrganizationGrant,
  userId: number,
  role: Role,
  oidc_issuer: string | null = null,
): Promise<{ id: number } | undefined> {
  return trx
    .insertInto("memberships")
    .values({
      organization_id: grant.organization_id,
      user_id: userId,
      role,
      oidc_issuer,
      accepted_at: wireNow(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
}

type NewInvitation = {
  email: string;
  role: Role;
  invitation_hash: Buffer;
  invitation_expires_at: string;
};

/** @returns undefined when the address is already invited */
export async function insertInvitation(
  trx: Trx,
  grant: OrganizationGrant,
  values: NewInvitation,
): Promise<{ id: number } | undefined> {
  return trx
    .insertInto("memberships")
    .values({ organization_id: grant.organization_id, ...values })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
}

export async function deleteInvitation(
  trx: Trx,
  grant: OrganizationGrant,
  email: string,
): Promise<void> {
  await trx
    .deleteFrom("memberships")
    .where("organization_id", "=", grant.organization_id)
    .where("status_page_id", "is", null)
    .where("user_id", "is", null)
    .where(sql`lower(email)`, "=", sql`lower(${email})`)
    .execute();
}

export async function isMember(
  trx: Trx,
  grant: OrganizationGrant,
  email: string,
): Promise<boolean> {
  const found = await members(trx, grant)
    .where(sql`lower(coalesce(u.email, m.email))`, "=", sql`lower(${email})`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Accepts an invitation exactly once. @returns whether it was still open */
export async function takeInvitation(
  trx: Trx,
  grant: InvitationGrant,
  userId: number,
  now: string,
): Promise<boolean> {
  const taken = await trx
    .updateTable("memberships")
    .set({
      user_id: userId,
      accepted_at: now,
      email: null,
      invitation_hash: null,
      invitation_expires_at: null,
      updated_at: now,
    })
    .where("id", "=", grant.membership_id)
    .where("organization_id", "=", grant.organization_id)
    .where("invitation_expires_at", ">", now)
    .returning("id")
    .executeTakeFirst();
  return taken !== undefined;
}

/** A role in the whole organization; `oidc_issuer`: of the provider that decides it. */
export type OwnRole = {
  id: number;
  organization_id: number;
  role: Role;
  oidc_issuer: string | null;
};

export async function listOwnRoles(db: Db, userId: number): Promise<OwnRole[]> {
  return db
    .selectFrom("memberships")
    .select(["id", "organization_id", "role", "oidc_issuer"])
    .where("user_id", "=", userId)
    .where("status_page_id", "is", null)
    .execute();
}

export async function findOwnRole(
  trx: Trx,
  grant: OrganizationGrant,
  userId: number,
): Promise<OwnRole | undefined> {
  const roles = await listOwnRoles(trx, userId);
  return roles.find(({ organization_id }) => organization_id === grant.organization_id);
}

export async function updateMembershipRole(
  trx: Trx,
  grant: OrganizationGrant,
  { id }: { id: number },
  values: { role: Role; oidc_issuer: string | null },
): Promise<void> {
  await trx
    .updateTable("memberships")
    .set({ ...values, updated_at: wireNow() })
    .where("organization_id", "=", grant.organization_id)
    .where("id", "=", id)
    .execute();
}

export async function deleteMembership(
  trx: Trx,
  grant: OrganizationGrant,
  id: number,
): Promise<void> {
  await trx
    .deleteFrom("memberships")
    .where("organization_id", "=", grant.organization_id)
    .where("id", "=", id)
    .execute();
}

export async function deleteMemberships(
  trx: Trx,
  grant: OrganizationGrant,
  { id, user_id }: Pick<MemberRow, "id" | "user_id">,
): Promise<void> {
  await trx
    .deleteFrom("memberships")
    .where("organization_id", "=", grant.organization_id)
    .where((eb) => (user_id === null ? eb("id", "=", id) : eb("user_id", "=", user_id)))
    .execute();
}

export async function isInvited(db: Db, email: string, now: string): Promise<boolean> {
  const found = await db
    .selectFrom("memberships")
    .select("id")
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .where("user_id", "is", null)
    .where("invitation_expires_at", ">", now)
    .executeTakeFirst();
  return found !== undefined;
}

/** Excludes invited owners, who cannot act yet. */
export async function listOwners(db: Db, grant: OrganizationGrant | PageGrant): Promise<number[]> {
  const rows = await db
    .selectFrom("memberships")
    .select("user_id")
    .where("organization_id", "=", grant.organization_id)
    .where("status_page_id", "is", null)
    .where("role", "=", "owner")
    .where("user_id", "is not", null)
    .execute();
  return rows.flatMap(({ user_id }) => user_id ?? []);
}

export async function isLastOwner(
  trx: Trx,
  grant: OrganizationGrant,
  userId: number | null,
): Promise<boolean> {
  const owners = await listOwners(trx, grant);
  return owners.length === 1 && owners[0] === userId;
}

type PersonRow = {
  id: number;
  name: string;
  has_second_factor: boolean;
  oidc_issuer: string | null;
};

export async function listPeopleRows(
  db: Db,
  grant: OrganizationGrant,
  user_ids: readonly number[],
): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`select u.id, u.name,
    (select m.oidc_issuer from memberships m where m.user_id = u.id
      and m.organization_id = ${grant.organization_id} and m.status_page_id is null) as oidc_issuer,
    exists (select from two_factors f where f.user_id = u.id and f.confirmed_at is not null)
    or exists (select from passkeys p where p.user_id = u.id) as has_second_factor
    from users u where u.id = any(${user_ids}) and exists (
      select from memberships m
      where m.user_id = u.id and m.organization_id = ${grant.organization_id}
    )`.execute(db);
  return rows;
}
