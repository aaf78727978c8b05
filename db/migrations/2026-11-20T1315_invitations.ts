import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- whether somebody has proved, or the operator has said, that the account is its address's owner's
    alter table users add email_confirmed boolean not null default true;

    -- an invitation is a membership that no user has yet: its address, and the hash of the link that makes it somebody's
    alter table memberships
      alter user_id drop not null,
      add email text,
      add invitation_hash bytea unique,
      add invitation_expires_at timestamptz(0),
      drop constraint memberships_organization_id_user_id_status_page_id_key,
      add check ((user_id is null) = (email is not null and invitation_hash is not null and invitation_expires_at is not null)),
      add check (user_id is not null or status_page_id is null);
    create unique index memberships_role on memberships (organization_id, user_id, status_page_id) nulls not distinct
      where user_id is not null;
    create unique index memberships_invited on memberships (organization_id, lower(email)) where user_id is null;
    create index memberships_members on memberships (organization_id, id) where status_page_id is null;
  `.execute(db);
}
