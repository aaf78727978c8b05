import type { Db } from "#db/index.ts";
import { hashToken, newSecret } from "#lib/core/access/tokens.ts";
import { newAddress } from "#tests/support/data/subscribers.ts";

/**
 * A subscription by e-mail to these services, or to everything, and the token of its link.
 * @param confirmed_at null: the link confirms it
 */
export async function insertLinked(
  db: Db,
  status_page_id: number,
  service_ids: readonly number[],
  confirmed_at: string | null = "2026-01-01T00:00:00",
): Promise<{ id: number; token: string; email: string }> {
  const filter = service_ids.length > 0 ? "services" : "all";
  const email = newAddress();
  const { id } = await db
    .insertInto("subscriptions")
    .values({ status_page_id, type: "email", filter, email, confirmed_at })
    .returning("id")
    .executeTakeFirstOrThrow();
  const ofIt = { status_page_id, subscription_id: id };
  const services = service_ids.map((service_id, place) => ({ ...ofIt, service_id, place }));
  if (services.length > 0) await db.insertInto("subscription_services").values(services).execute();
  const token = newSecret();
  await db
    .insertInto("subscription_links")
    .values({
      ...ofIt,
      purpose: confirmed_at === null ? "confirm" : "manage",
      token_hash: hashToken(token),
    })
    .execute();
  return { id, token, email };
}
