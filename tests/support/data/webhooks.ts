import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Db } from "#db/index.ts";
import { newMessageId } from "#lib/core/events/event.ts";
import type { Delivery, NewWebhook, WebhookEvent } from "#lib/notifications/webhooks/schema.ts";
import { now, wireNow } from "#lib/platform/clock.ts";
import { seal } from "#lib/platform/crypto/seal.ts";
import { newSecret } from "#lib/platform/crypto/sign.ts";
import { expect } from "#tests/support/expect.ts";
import type { Api } from "#tests/support/http/api.ts";

type WebhookOptions = {
  url?: string;
  events?: readonly WebhookEvent[];
  enabled?: boolean;
  ordered?: boolean;
};

/** A webhook straight in the database. */
export async function mintWebhook(
  db: Db,
  status_page_id: number,
  {
    url = "https://hooks.example.com/status",
    events = ["incident.created"],
    enabled = true,
    ordered = false,
  }: WebhookOptions = {},
): Promise<{ id: number; secret: string }> {
  const secret = newSecret();
  const own = { events: [...events], enabled, ordered, secret_sealed: seal(secret) };
  const { id } = await db
    .insertInto("webhooks")
    .values({ status_page_id, url, ...own })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, secret };
}

export type DeliveryOptions = {
  state?: "pending" | "delivered";
  on_demand?: boolean;
  inserted_at?: string;
};

/** A delivery straight in the database, without a job. @returns its id */
export async function mintDelivery(
  db: Db,
  status_page_id: number,
  webhook_id: number,
  { state = "delivered", on_demand = false, inserted_at = wireNow() }: DeliveryOptions = {},
): Promise<number> {
  const body = '{"event":"incident.created","data":{"object":{"type":"incident","title":"Schön"}}}';
  const next_attempt_at = state === "pending" ? inserted_at : null;
  const values = {
    status_page_id,
    webhook_id,
    message_id: newMessageId(),
    event: "incident.created" as const,
    body,
  };
  const { id } = await db
    .insertInto("webhook_deliveries")
    .values({ ...values, state, on_demand, next_attempt_at, inserted_at })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const TOLERANCE_S = 300;

/**
 * Verifies a delivery as the Standard Webhooks specification tells receivers to; knows nothing of
 * our signing.
 */
export function isGenuine(secret: string, headers: IncomingHttpHeaders, body: string): boolean {
  const {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures,
  } = headers;
  if (
    typeof id !== "string" ||
    typeof timestamp !== "string" ||
    typeof signatures !== "string" ||
    id.includes(".")
  )
    return false;
  if (
    !/^\d+$/.test(timestamp) ||
    Math.abs(now().getTime() / 1_000 - Number(timestamp)) > TOLERANCE_S
  )
    return false;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const expected = createHmac("sha256", key).update([id, timestamp, body].join(".")).digest();
  return signatures.split(" ").some((candidate) => {
    const [version, signature = ""] = candidate.split(",");
    const given = Buffer.from(signature, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/**
 * What the specs do with the webhooks of a page, through the API; those made without an address
 * call `url`.
 */
export function webhooksOf(api: Api, subdomain: string, url: string) {
  const path = `/status_pages/${subdomain}/webhooks`;
  const deliveries = async (id: number) =>
    (await api.get(`${path}/${id}/deliveries?limit=100`)).json<{
      deliveries: Delivery[];
      meta: { total_count: number };
    }>();
  return {
    path,
    post: (webhook: unknown) => api.post(path, { webhook }),
    create: async (webhook: object) =>
      (await api.post(path, { webhook: { url, ...webhook } })).json<{ webhook: NewWebhook }>()
        .webhook,
    put: (id: number, webhook: unknown) => api.put(`${path}/${id}`, { webhook }),
    deliveries,
    settled: async (id: number) => {
      await expect
        .poll(async () => (await deliveries(id)).deliveries.map(({ state }) => state))
        .not.toContain("pending");
      return (await deliveries(id)).deliveries;
    },
  };
}
