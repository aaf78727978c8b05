import { type Kysely, sql } from "kysely";

/**
 * Doubles of before `address_key` that ask for different news stay as twins of one key. The key is
 * forgotten when a program that knows no keys changes an address.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table subscriptions add column address_twin bigint default 0 not null`.execute(db);
  await sql`
    create or replace function forget_address_key() returns trigger language plpgsql as $$
    begin
      new.address_key := null;
      return new;
    end $$`.execute(db);
  await sql`
    create or replace trigger forget_address_key
    before update of type, email, country_dial_code, phone_number, webhook_url on subscriptions
    for each row when (old.address_key = new.address_key
      and (old.type, old.email, old.country_dial_code, old.phone_number, old.webhook_url)
        is distinct from
        (new.type, new.email, new.country_dial_code, new.phone_number, new.webhook_url))
    execute function forget_address_key()`.execute(db);
}
