import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import type { Db } from "#db/index.ts";
import type { Subscriptions } from "#db/types.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { sealAddress } from "#lib/subscribers/addresses.ts";

type Address = { email: string } | { country_dial_code: string; phone_number: string };

/** A confirmed subscription to everything, straight in the database. @returns its id */
export async function mintSubscription(
  db: Db,
  status_page_id: number,
  address: Address = { email: `${randomUUID()}@example.com` },
): Promise<number> {
  const type = "email" in address ? "email" : "sms";
  const own: Insertable<Subscriptions> = {
    ...{ status_page_id, type, filter: "all", confirmed_at: wireNow() },
    ...address,
  };
  const { id } = await db
    .insertInto("subscriptions")
    .values(sealAddress(own))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
