import { type Kysely, sql } from "kysely";

export const indexes = {
  subscriptions_address_next: sql`
    create unique index concurrently subscriptions_address_next on subscriptions (status_page_id,
      type, coalesce(address_key, md5(case type when 'email' then lower(email)
        when 'sms' then country_dial_code || ' ' || phone_number else webhook_url end)),
      address_twin)`,
  subscriptions_unkeyed: sql`
    create index concurrently subscriptions_unkeyed on subscriptions (id)
    where address_key is null`,
};

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index if exists subscriptions_address, subscriptions_url, subscriptions_unsealed`.execute(
    db,
  );
  // Programs know the index by its name.
  await sql`alter index subscriptions_address_next rename to subscriptions_address`.execute(db);
}
