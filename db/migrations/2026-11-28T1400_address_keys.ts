import { type Kysely, sql } from "kysely";

/**
 * Two spellings of one address get one key, which the next start derives
 * (lib/subscribers/normalize-addresses.ts): addresses are encrypted, and the key is no matter of
 * the database. Until then, rows go by their spelling.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriptions add column address_key text`.execute(db);
  await sql`
    create unique index subscriptions_address_next on subscriptions (status_page_id, type,
      coalesce(address_key, md5(case type when 'email' then lower(email)
        when 'sms' then country_dial_code || ' ' || phone_number else webhook_url end)))`.execute(
    db,
  );
  await sql`drop index subscriptions_address, subscriptions_url, subscriptions_unsealed`.execute(
    db,
  );
  await sql`alter index subscriptions_address_next rename to subscriptions_address`.execute(db);
  await sql`
    create index subscriptions_unkeyed on subscriptions (id) where address_key is null`.execute(db);
}
