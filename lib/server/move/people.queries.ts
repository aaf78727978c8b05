import { sql } from "kysely";
import type { Side } from "#lib/server/move/queries.ts";

/** Notes about people and their rights at the target. */
export type PeopleNotes = {
  /** API keys of people who keep another account there: these are not copied. */
  left_keys: number;
  /** `ada@example.com (editor)`: members whose role the groups of a sign-in provider decide. */
  provider_roles: string[];
};

/** @param accounts users of the source who have an account at the target */
export async function findPeopleNotes(
  { db }: Side,
  organization_id: number,
  accounts: readonly number[],
): Promise<PeopleNotes> {
  const { rows } = await sql<PeopleNotes>`
    select
      (select count(*)::integer from api_keys
        where user_id = any(${accounts}::bigint[]) and revoked_at is null) as left_keys,
      array(select u.email || ' (' || m.role || ')' from memberships as m
        join users as u on u.id = m.user_id
        where m.organization_id = ${organization_id} and m.oidc_issuer is not null
        order by 1) as provider_roles`.execute(db);
  return rows[0] ?? { left_keys: 0, provider_roles: [] };
}

/** E-mail addresses of those who did what the audit log tells, by their ids. */
export async function listActors({ db }: Side, organization_id: number) {
  const { rows } = await sql<{ id: number; email: string }>`
    select id, email from users where id in (select actor_id from audit_log
      where organization_id = ${organization_id} and actor_kind = 'user')`.execute(db);
  return new Map(rows.map(({ id, email }) => [id, email]));
}
