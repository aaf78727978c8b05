import { SUBSCRIPTION_TYPES, type SubscriptionType } from "#lib/channels/channel.ts";
import { NOTIFICATION_STATES } from "#lib/notifications/schema.ts";
import type { Attempt, Delivery } from "#lib/notifications/webhooks/schema.ts";

/** What became of a message; only a delivery to a webhook of the page can be `failed`. */
export const LOG_STATES = [...NOTIFICATION_STATES, "failed"] as const;
export type LogState = (typeof LOG_STATES)[number];

/** The same of deliveries to webhooks. */
export const CALL_STATES: Record<Delivery["state"], LogState> = {
  pending: "waiting",
  delivered: "handed_over",
  failed: "failed",
  cancelled: "withdrawn",
};

/**
 * How messages leave: to subscribers, of one kind or of all, and to the webhooks of the page.
 */
export const LOG_CHANNELS = ["subscribers", ...SUBSCRIPTION_TYPES, "webhooks"] as const;
export type LogChannel = (typeof LOG_CHANNELS)[number];

/** `subject`: `incident:42`; `from` and `to`: wire times, `to` not included. */
export type LogFilter = {
  state?: LogState;
  channel?: LogChannel;
  event_id?: number;
  subject?: string;
  subscription_id?: number;
  webhook_id?: number;
  from?: string;
  to?: string;
};

/** What messages told: a record, and which of its updates. */
export type Told = {
  subject: string;
  /** null: it is deleted. */
  title: string | null;
  severity: "minor" | "major" | "scheduled" | null;
  update_id: number | null;
  update_type: string | null;
};

type Common = {
  id: number;
  inserted_at: string;
  state: LogState;
  attempts: number;
  /** Wire time of the next attempt. */
  due_at: string | null;
  told: Told | null;
};

/** A message to a subscriber. */
export type LoggedMessage = Common & {
  kind: "message";
  event_id: number;
  subscription_id: number;
  channel: SubscriptionType;
  /** As operators may see it; null: the subscription is gone. */
  address: string | null;
  is_unwanted: boolean;
  is_being_sent: boolean;
  reason: string | null;
  answer: string | null;
};

/** A delivery to a webhook of the page. */
export type LoggedCall = Common & {
  kind: "webhook";
  webhook_id: number;
  url: string;
  event: Delivery["event"];
  last_attempt: Attempt | null;
};

export type Logged = LoggedMessage | LoggedCall;
