import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Those that are still to be sealed: the key is no matter of the database
    -- (lib/subscribers/seal-addresses.ts)
    create index subscriptions_unsealed on subscriptions (id)
      where phone_number not like 'sealed:%' or webhook_url not like 'sealed:%';
  `.execute(db);
}
