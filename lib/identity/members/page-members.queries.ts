import { sql } from "kysely";
import type { Answer } from "#db/budget.ts";
import { countAll } from "#db/counts.ts";
import type { Db, Trx } from "#db/index.ts";
import { type Listed, type Order, readList, type Slice } from "#db/keyset.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { type Role, rolesThatMay } from "#lib/core/access/permissions.ts";
import { sinceAccepted } from "#lib/identity/members/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

const BY_ID: Order = { columns: ["m.id"], direction: "asc" };

function members(db: Db, { organization_id, status_page_id }: PageGrant) {
  return db
    .selectFrom("memberships as m")
    .leftJoin("users as u", "u.id", "m.user_id")
    .leftJoin("memberships as whole", (join) =>
      join
        .onRef("whole.organization_id", "=", "m.organization_id")
        .onRef("whole.user_id", "=", "m.user_id")
        .on("whole.status_page_id", "is", null),
    )
    .select(["m.id", "m.user_id", "m.role", "m.inserted_at", "m.updated_at"])
    .select("whole.role as organization_role")
    .select([sinceAccepted("last_sign_in_at"), sinceAccepted("current_sign_in_at")])
    .select(sql<string>`coalesce(u.email, m.email)`.as("email"))
    .where("m.organization_id", "=", organization_id)
    .where("m.status_page_id", "=", status_page_id);
}

export type PageMemberRow = Awaited<
  ReturnType<ReturnType<typeof members>["executeTakeFirstOrThrow"]>
>;

function withAddress(db: Db, grant: PageGrant, email: string) {
  return members(db, grant).where(
    sql`lower(coalesce(u.email, m.email))`,
    "=",
    sql`lower(${email})`,
  );
}

/** @param email the whole address, in any case */
export async function listPageMemberRows<Answered>(
  db: Db,
  grant: PageGrant,
  slice: Slice,
  { email }: { email?: string },
  answer: Answer<PageMemberRow, Answered>,
): Promise<Listed<Answered>> {
  const query = email === undefined ? members(db, grant) : withAddress(db, grant, email);
  return readList(db, query, slice, { order: BY_ID, count: countAll(db, query), answer });
}

/** @throws {AppError} `not_found` */
export async function getPageMemberRow(
  db: Db,
  grant: PageGrant,
  id: number,
): Promise<PageMemberRow> {
  const row = await members(db, grant).where("m.id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export async function isPageMember(trx: Trx, grant: PageGrant, email: string): Promise<boolean> {
  return (await withAddress(trx, grant, email).limit(1).executeTakeFirst()) !== undefined;
}

type NewInvitation = {
  email: string;
  role: Role;
  invitation_hash: Buffer;
  invitation_expires_at: string;
};

export async function insertPageInvitation(
  trx: Trx,
  { organization_id, status_page_id }: PageGrant,
  values: NewInvitation,
): Promise<{ id: number }> {
  return trx
    .insertInto("memberships")
    .values({ organization_id, status_page_id, ...values })
    .returning("id")
    .executeTakeFirstOrThrow();
}

export async function updatePageRole(
  trx: Trx,
  grant: PageGrant,
  id: number,
  values: { role: Role; updated_at: string },
): Promise<void> {
  await trx
    .updateTable("memberships")
    .set(values)
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", id)
    .execute();
}

export async function deletePageMembership(trx: Trx, grant: PageGrant, id: number): Promise<void> {
  await trx
    .deleteFrom("memberships")
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", id)
    .execute();
}

export async function seesAsMember(trx: Trx, grant: PageGrant, userId: number): Promise<boolean> {
  const found = await trx
    .selectFrom("memberships")
    .select("id")
    .where("organization_id", "=", grant.organization_id)
    .where("user_id", "=", userId)
    .where("role", "in", rolesThatMay("page.visit_restricted"))
    .where((eb) =>
      eb.or([eb("status_page_id", "is", null), eb("status_page_id", "=", grant.status_page_id)]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Users who may write incidents: the role on the page counts, else the one in the organization. */
export async function listInCharge(
  db: Db,
  grant: PageGrant,
  { user_id: only, limit }: { user_id?: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from (
      select distinct on (user_id) user_id, role from memberships
      where organization_id = ${grant.organization_id} and user_id is not null
        and (${only ?? null}::bigint is null or user_id = ${only ?? null}::bigint)
        and (status_page_id is null or status_page_id = ${grant.status_page_id})
      order by user_id, status_page_id nulls last
    ) as member
    where role = any(${rolesThatMay("incident.write")}) order by user_id limit ${limit}`.execute(
    db,
  );
  return rows.map(({ user_id }) => user_id);
}

export async function isInCharge(db: Db, grant: PageGrant, user_id: number): Promise<boolean> {
  return (await listInCharge(db, grant, { user_id, limit: 1 })).length > 0;
}

type Membership = { id: number; role: Role };
type Joining = { id: number; email: string };

async function takeInvitationTo(
  trx: Trx,
  { organization_id, status_page_id }: PageGrant,
  { id: user_id, email }: Joining,
): Promise<Membership | undefined> {
  const now = wireNow();
  const joined = { user_id, accepted_at: now, updated_at: now, email: null };
  return trx
    .updateTable("memberships")
    .set({ ...joined, invitation_hash: null, invitation_expires_at: null })
    .where("organization_id", "=", organization_id)
    .where("status_page_id", "=", status_page_id)
    .where("user_id", "is", null)
    .where(sql`lower(email)`, "=", sql`lower(${email})`)
    .returning(["id", "role"])
    .executeTakeFirst();
}

/** An open invitation decides the role; a role the user had on the page is replaced. */
export async function joinAs(
  trx: Trx,
  grant: PageGrant,
  user: Joining,
  role: Role,
): Promise<Membership> {
  const invited = await takeInvitationTo(trx, grant, user);
  if (invited) return invited;
  const { organization_id, status_page_id } = grant;
  const now = wireNow();
  return trx
    .insertInto("memberships")
    .values({ organization_id, status_page_id, user_id: user.id, role, accepted_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["organization_id", "user_id", "status_page_id"])
        .where("user_id", "is not", null)
        .doUpdateSet({ role, updated_at: now }),
    )
    .returning(["id", "role"])
    .executeTakeFirstOrThrow();
}
