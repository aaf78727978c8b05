import { randomUUID } from "node:crypto";
import type { Db } from "#db/index.ts";
import { wireNow } from "#lib/clock.ts";

type Address = { email: string } | { country_dial_code: string; phone_number: string };

/** A confirmed subscription to everything, straight in the database. @returns its id */
export async function mintSubscription(
  db: Db,
  status_page_id: number,
  address: Address = { email: `${randomUUID()}@example.com` },
): Promise<number> {
  const type = "email" in address ? "email" : "sms";
  const { id } = await db
    .insertInto("subscriptions")
    .values({ status_page_id, type, filter: "all", confirmed_at: wireNow(), ...address })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
