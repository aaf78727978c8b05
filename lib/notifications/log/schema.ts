import { SUBSCRIPTION_TYPES, type SubscriptionType } from "#lib/channels/channel.ts";
import type { Plan } from "#lib/incidents/schema.ts";
import type { Attempt, Delivery } from "#lib/notifications/webhooks/schema.ts";

export const NOTIFICATION_STATES = ["waiting", "handed_over", "quarantined", "withdrawn"] as const;

export const LOG_STATES = [...NOTIFICATION_STATES, "failed"] as const;
export type LogState = (typeof LOG_STATES)[number];

export const CALL_STATES: Record<Delivery["state"], LogState> = {
  pending: "waiting",
  delivered: "handed_over",
  failed: "failed",
  cancelled: "withdrawn",
};

export const LOG_CHANNELS = ["subscribers", ...SUBSCRIPTION_TYPES, "webhooks"] as const;
export type LogChannel = (typeof LOG_CHANNELS)[number];

/** `subject`: `incident:42`; `from` and `to`: wire times, `to` exclusive. */
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

export type EventSubject = {
  subject: string;
  title: string | null;
  severity: "minor" | "major" | "scheduled" | null;
  update_id: number | null;
  update_type: string | null;
  /** Times of the update, and of the incident. */
  posted_at: string | null;
  starts_at: string | null;
  plan: Plan | null;
};

type Common = {
  id: number;
  inserted_at: string;
  state: LogState;
  attempts: number;
  due_at: string | null;
  told: EventSubject | null;
};

export type LoggedMessage = Common & {
  kind: "message";
  event_id: number;
  subscription_id: number;
  channel: SubscriptionType;
  /** Masked for some roles; null: the subscription is gone. */
  address: string | null;
  is_unwanted: boolean;
  is_being_sent: boolean;
  reason: string | null;
  answer: string | null;
};

export type LoggedCall = Common & {
  kind: "webhook";
  webhook_id: number;
  url: string;
  event: Delivery["event"];
  last_attempt: Attempt | null;
};

export type Logged = LoggedMessage | LoggedCall;
