import { type Kysely, sql } from "kysely";

/**
 * Memberships that a provider decides; sessions that began at one: its issuer, its id of the
 * session (`sid`), and the ID token, sealed, by which it is told of a sign-out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table memberships add column oidc_issuer text`.execute(db);
  await sql`
    alter table sessions
      add column oidc_issuer text,
      add column oidc_sid text,
      add column id_token_sealed text`.execute(db);
}
