import { z } from "zod";
import type { EventName } from "#lib/core/events/event.ts";
import { url } from "#lib/core/fields/address.ts";
import { named, requiring } from "#lib/core/fields/schema.ts";
import { digits, issue } from "#lib/core/fields/text.ts";
import { requiredDatetime, wireTime } from "#lib/core/fields/time.ts";
import { choice, flag } from "#lib/core/fields/value.ts";
import { HTTP_DETAILS } from "#lib/platform/http/failure.ts";

export const WEBHOOK_EVENTS = [
  "incident.created",
  "incident.updated",
  "incident.deleted",
  "service.monitored_status.updated",
  "info_notice.created",
  "info_notice.updated",
  "info_notice.deleted",
  "status_page.domain.updated",
] as const satisfies readonly EventName[];
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const MAX_WEBHOOKS = 50;

/** Sent on request to any webhook. */
export const TEST_EVENT = "webhook.test";

export const EventInput = z.enum(["", ...WEBHOOK_EVENTS]);

const events = z
  .array(EventInput)
  .max(100)
  .meta({ contains: { enum: WEBHOOK_EVENTS } })
  .nullish()
  .transform((list) => (list ? [...new Set(list)].filter((event) => event !== "") : undefined))
  .refine((list) => list === undefined || list.length > 0, issue("blank"));

const ORDERED = {
  description:
    "Whether each event waits until the one before it was delivered, or given up: a receiver that is down then holds up all that follow",
  "x-extension": true,
};

const WebhookFields = z.object({
  url: url().meta({ examples: ["https://hooks.example.com/allclear"] }),
  events: events.meta({ examples: [["incident.created", "incident.updated"]] }),
  enabled: flag().meta({ description: "false: nothing is sent" }),
  ordered: flag().meta(ORDERED),
});

export const CreateWebhook = requiring(WebhookFields, ["url", "events"], { enabled: true });
export type CreateWebhook = z.infer<typeof CreateWebhook>;

export const UpdateWebhook = WebhookFields;
export type UpdateWebhook = z.infer<typeof UpdateWebhook>;

export const Webhook = z.object({
  id: z.int(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  enabled: z.boolean(),
  ordered: z.boolean().meta(ORDERED),
});
export type Webhook = z.infer<typeof Webhook>;

export const NewWebhook = Webhook.extend({
  secret: z.string().meta({
    description: "Signs the deliveries; shown this once",
    examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
  }),
});
export type NewWebhook = z.infer<typeof NewWebhook>;

export const RotatedWebhook = NewWebhook.extend({
  earlier_secret_until: wireTime.meta({
    description: "Until then the secret before this one signs, too",
  }),
});
export type RotatedWebhook = z.infer<typeof RotatedWebhook>;

export const DELIVERY_STATES = ["pending", "delivered", "failed", "cancelled"] as const;

const ATTEMPT_ERRORS = [
  "address_refused",
  "unknown_host",
  "timeout",
  "tls_failed",
  "bad_answer",
  "connection_failed",
  "internal",
] as const;

export const Attempt = z.object({
  attempted_at: wireTime,
  status: z
    .int()
    .nullable()
    .meta({ description: "HTTP status of the response; null: there was none" }),
  duration_ms: z.int(),
  answer: z.string().nullable().meta({ description: "The first KiB of the response" }),
  error: z.enum(ATTEMPT_ERRORS).nullable().meta({ description: "Why there was no answer" }),
  detail: z.enum(HTTP_DETAILS).optional().meta({
    description: "What exactly failed, such as what is wrong with the certificate",
    "x-extension": true,
  }),
});
export type Attempt = z.infer<typeof Attempt>;

export const Delivery = z.object({
  id: z.int(),
  inserted_at: wireTime,
  webhook_id: z.int(),
  message_id: z
    .string()
    .meta({ description: "The `webhook-id` header: the same for every attempt at the same event" }),
  event: z.enum([...WEBHOOK_EVENTS, TEST_EVENT]),
  state: z
    .enum(DELIVERY_STATES)
    .meta({ description: "`cancelled`: the webhook was disabled when an attempt was due" }),
  next_attempt_at: wireTime.nullable(),
  attempts: z.array(Attempt).meta({ description: "Oldest first" }),
  payload: z.record(z.string(), z.unknown()).meta({ description: "The body that is sent" }),
});
export type Delivery = z.infer<typeof Delivery>;

export const DeliveryQuery = z.object({
  state: choice(DELIVERY_STATES),
  webhook_id: digits(15).transform((id) => (id === undefined ? undefined : Number(id))),
  event: choice([...WEBHOOK_EVENTS, TEST_EVENT]),
  from: requiredDatetime().meta({ description: "Not before then" }),
  to: requiredDatetime().meta({ description: "Before then" }),
});

export const LoggedDelivery = Delivery.omit({ attempts: true, payload: true }).extend({
  url: z.string().meta({ description: "Of the webhook, as it is now" }),
  attempts_count: z.int().min(0),
  last_attempt: Attempt.nullable(),
});
export type LoggedDelivery = z.infer<typeof LoggedDelivery>;

named(EventInput, "WebhookEventInput");
named(CreateWebhook, "CreateWebhook");
named(UpdateWebhook, "UpdateWebhook");
named(Webhook, "Webhook");
named(NewWebhook, "CreatedWebhook");
named(RotatedWebhook, "RotatedWebhook");
named(Delivery, "WebhookDeliveryDelivery");
named(LoggedDelivery, "LoggedWebhookDelivery");
