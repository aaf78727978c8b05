import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- accepted_at: since when its user is a member; before, nothing of the user is for the organization to see
    alter table memberships add column accepted_at timestamptz(0);
    update memberships set accepted_at = inserted_at where user_id is not null;

    -- id_hash: what the cookie carries, hashed
    create table sessions (
      id bigint generated always as identity primary key,
      id_hash bytea not null unique,
      user_id bigint not null references users on delete cascade,
      started_at timestamptz(0) not null default date_trunc('second', now())
    );
    create index sessions_user on sessions (user_id, id);

    -- created_by: who made the key of an organization and may know it
    alter table api_keys add column created_by bigint references users on delete set null;
    update api_keys set created_by = (
      select u.id from audit_log as log join users as u on u.id = log.actor_id
      where log.organization_id = api_keys.organization_id and log.action = 'api_key.create'
        and log.subject_id = api_keys.id and log.actor_kind = 'user' limit 1
    ) where organization_id is not null;
    create index api_keys_creator on api_keys (organization_id, created_by) where revoked_at is null;
  `.execute(db);
}
