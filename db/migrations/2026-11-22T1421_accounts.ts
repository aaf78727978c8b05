import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- method: how its user proved who they are; address and user_agent: where it was last seen
    alter table sessions
      add column method text not null default 'password'
        check (method in ('password', 'two_factor', 'passkey', 'oidc')),
      add column address text,
      add column user_agent text,
      add column last_seen_at timestamptz(0);

    -- strong_sign_in_required: members need a second factor, a passkey or OpenID Connect
    alter table organizations add column strong_sign_in_required boolean not null default false;

    -- user_id and password_stamp are null where nobody has the address: then the link is worth nothing
    create table password_resets (
      token_hash bytea primary key,
      user_id bigint references users on delete cascade,
      password_stamp text,
      expires_at timestamptz(0) not null
    );
    create index password_resets_user on password_resets (user_id);
    create index password_resets_expired on password_resets (expires_at);

    -- Who gave the right password and owes a second proof
    create table second_steps (
      token_hash bytea primary key,
      user_id bigint not null references users on delete cascade,
      password_stamp text not null,
      expires_at timestamptz(0) not null
    );
    create index second_steps_user on second_steps (user_id);
    create index second_steps_expired on second_steps (expires_at);

    -- confirmed_at: null until the user has entered a first code; last_step: of the newest code that was used
    create table two_factors (
      user_id bigint primary key references users on delete cascade,
      secret_sealed text not null,
      confirmed_at timestamptz(0),
      last_step bigint
    );

    create table recovery_codes (
      user_id bigint not null references two_factors on delete cascade,
      code_hash bytea not null,
      primary key (user_id, code_hash)
    );

    create table passkeys (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      credential_id text not null unique,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null,
      name text not null,
      last_used_at timestamptz(0),
      inserted_at timestamptz(0) not null default date_trunc('second', now())
    );
    create index passkeys_user on passkeys (user_id, id);

    -- Whose account a person at an OpenID provider has
    create table oidc_identities (
      issuer text not null,
      subject text not null,
      user_id bigint not null references users on delete cascade,
      inserted_at timestamptz(0) not null default date_trunc('second', now()),
      primary key (issuer, subject)
    );
    create index oidc_identities_user on oidc_identities (user_id);
  `.execute(db);
}
