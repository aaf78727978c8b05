import { type Insertable, type Selectable, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { Sessions } from "#db/types.ts";
import type { UserGrant } from "#lib/core/access/authorize.ts";
import type { Actor } from "#lib/core/request/context.ts";
import type { UserRow } from "#lib/identity/users/queries.ts";
import type { Method } from "#lib/identity/users/schema.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

export async function insertSession(db: Db, values: Insertable<Sessions>): Promise<void> {
  await db.insertInto("sessions").values(values).execute();
}

export type SessionRow = UserRow & {
  session_id: number;
  method: Method;
  last_seen_at: string | null;
  oidc_issuer: string | null;
  oidc_sid: string | null;
  strong_sign_in_required: boolean;
};

export const strongSignInRequired = sql<boolean>`exists (
  select 1 from memberships as m join organizations as o on o.id = m.organization_id
  where m.user_id = u.id and o.strong_sign_in_required
)`;

/** @param since sessions that began earlier are over */
export async function findSession(
  db: Db,
  idHash: Buffer,
  since: string,
): Promise<SessionRow | undefined> {
  const row = await db
    .selectFrom("sessions as s")
    .innerJoin("users as u", "u.id", "s.user_id")
    .selectAll("u")
    .select(["s.id as session_id", "s.method", "s.last_seen_at", "s.oidc_issuer", "s.oidc_sid"])
    .select(strongSignInRequired.as("strong_sign_in_required"))
    .where("s.id_hash", "=", idHash)
    .where("s.started_at", ">", since)
    .executeTakeFirst();
  return row;
}

/**
 * A request may outlast the session or key that it came with. The caller holds a lock that whoever
 * ends them takes as well.
 * @throws {AppError} `not_found`
 */
export async function requireStillValid(trx: Trx, actor: Actor): Promise<void> {
  if (actor.kind !== "user" && actor.kind !== "account") return;
  const { session_id = null } = actor;
  const api_key_id = actor.kind === "user" ? actor.api_key_id : null;
  const { rows } = await sql`select
    where (${session_id}::bigint is null or exists (
      select from sessions where id = ${session_id}::bigint
    )) and (${api_key_id}::bigint is null or exists (
      select from api_keys where id = ${api_key_id}::bigint and revoked_at is null
    ))`.execute(trx);
  if (rows.length === 0) throw notFound();
}

type Seen = { address: string | null; user_agent: string | null; last_seen_at: string };

export async function touchSession(db: Db, id: number, seen: Seen): Promise<void> {
  await db.updateTable("sessions").set(seen).where("id", "=", id).execute();
}

/** At which provider it began, if at one. */
export type EndedSession = Pick<Selectable<Sessions>, "oidc_issuer" | "id_token_sealed">;

export async function deleteSession(db: Db, idHash: Buffer): Promise<EndedSession | undefined> {
  return db
    .deleteFrom("sessions")
    .where("id_hash", "=", idHash)
    .returning(["oidc_issuer", "id_token_sealed"])
    .executeTakeFirst();
}

export async function listUsersOfSession(
  db: Db,
  oidc_issuer: string,
  oidc_sid: string,
): Promise<number[]> {
  const rows = await db
    .selectFrom("sessions")
    .select("user_id")
    .distinct()
    .where("oidc_issuer", "=", oidc_issuer)
    .where("oidc_sid", "=", oidc_sid)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** @param sid the provider's id of one session; undefined: all that began there @returns how many */
export async function endProviderSessions(
  trx: Trx,
  grant: UserGrant,
  oidc_issuer: string,
  sid: string | undefined,
): Promise<number> {
  const ended = await trx
    .deleteFrom("sessions")
    .where("user_id", "=", grant.user_id)
    .where("oidc_issuer", "=", oidc_issuer)
    .$if(sid !== undefined, (query) => query.where("oidc_sid", "=", sid ?? ""))
    .returning("id")
    .execute();
  return ended.length;
}

export async function deleteOldSessions(db: Db, userId: number, since: string): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("started_at", "<=", since)
    .execute();
}

const MAX_SHOWN = 100;

export async function listSessionRows(
  db: Db,
  grant: UserGrant,
  since: { started: string; seen: string },
): Promise<Selectable<Sessions>[]> {
  return db
    .selectFrom("sessions")
    .selectAll()
    .where("user_id", "=", grant.user_id)
    .where("started_at", ">", since.started)
    .where((eb) => eb(eb.fn.coalesce("last_seen_at", "started_at"), ">", since.seen))
    .orderBy((eb) => eb.fn.coalesce("last_seen_at", "started_at"), "desc")
    .orderBy("id", "desc")
    .limit(MAX_SHOWN)
    .execute();
}

export async function endOneSession(trx: Trx, grant: UserGrant, id: number): Promise<boolean> {
  const ended = await trx
    .deleteFrom("sessions")
    .where("user_id", "=", grant.user_id)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return ended !== undefined;
}

/** @returns how many */
export async function endSessions(
  trx: Trx,
  grant: UserGrant,
  except: number | null = null,
): Promise<number> {
  const ended = await trx
    .deleteFrom("sessions")
    .where("user_id", "=", grant.user_id)
    .where((eb) => (except === null ? eb.lit(true) : eb("id", "!=", except)))
    .returning("id")
    .execute();
  return ended.length;
}

export async function weakenSessions(trx: Trx, grant: UserGrant, method: Method): Promise<void> {
  await trx
    .updateTable("sessions")
    .set({ method: "password" })
    .where("user_id", "=", grant.user_id)
    .where("method", "=", method)
    .execute();
}

export async function proofExists(db: Db, { user_id }: UserGrant): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select
    exists (select from two_factors where user_id = ${user_id} and confirmed_at is not null)
    or exists (select from passkeys where user_id = ${user_id}) as found`.execute(db);
  return rows[0]?.found ?? false;
}
