import type { Severity } from "#lib/core/fields/severity.ts";
import type { Plan } from "#lib/incidents/schema.ts";
import type { Locale } from "#lib/platform/i18n/translator.ts";
import type { Verdict } from "#lib/platform/verdict.ts";

const CHAT_TYPES = ["slack", "discord", "teams", "google_chat", "mattermost", "zoom"] as const;
export type ChatType = (typeof CHAT_TYPES)[number];
export const SUBSCRIPTION_TYPES = ["email", "sms", "webhook", ...CHAT_TYPES] as const;
export type SubscriptionType = (typeof SUBSCRIPTION_TYPES)[number];

/** The body that a webhook is sent: ours, or Atlassian Statuspage's. */
export const SUBSCRIPTION_FORMATS = ["standard", "statuspage"] as const;
export type SubscriptionFormat = (typeof SUBSCRIPTION_FORMATS)[number];

export function isChat(type: string | undefined): type is ChatType {
  return CHAT_TYPES.some((chat) => chat === type);
}

/** A notification in one language: the same for everyone who reads it. */
export type NotificationContent = {
  /** `msg_…`, stable across attempts and recipients. */
  event_id: string;
  /** `incident:42`. Messages on one subject belong together. */
  subject: string;
  kind: "incident" | "maintenance" | "notice";
  page: {
    name: string;
    url: string;
    locale: Locale;
    zone: string;
    date_format: string | null;
    time_format: string | null;
    colors: Record<Severity | "ok", string>;
  };
  title: string;
  type: string | null;
  /** The update's state, such as `Investigating`. */
  state: string;
  /** Replaces `state` in e-mail subjects: `Down`, `Resolved (51 min)`. */
  alert?: string;
  /** The first message on the subject, for those who keep its subject line. */
  opening?: Opening;
  /** Whether monitoring chose the title, which then only names the affected services. */
  is_title_automatic?: boolean;
  severity: Severity | null;
  is_over: boolean;
  /** Wire times. */
  starts_at: string;
  ends_at: string | null;
  /** The state of a maintenance's plan; null: the times hold. */
  plan: Plan | null;
  posted_at: string;
  next_update_at?: string | null;
  text: string;
  /** `state` is empty for maintenance that has not begun. */
  services: { name: string; state: string; severity: Severity | null }[];
  url: string;
  /** `{"event", "data"}` as JSON, without anything that visitors cannot see. */
  payload: string;
  /** In Statuspage's format, first the incident's; set if somebody wants that. */
  statuspage?: StatuspageBody[];
};

/** Without `meta`, which is the recipient's. */
export type StatuspageBody = { id: string; body: object };

export type Opening = Pick<
  NotificationContent,
  "alert" | "state" | "services" | "title" | "is_title_automatic"
>;

/** Holds secrets in plain text: never log it. */
export type Recipient = {
  /** An e-mail address, a number such as `+4915112345678`, or a webhook's URL. */
  address: string;
  /** Zoom's token, Slack's bot, or the secret that signs a webhook's deliveries. */
  secret: string | null;
  /** Rotated secrets that still sign a webhook's deliveries. */
  earlier_secrets?: readonly string[];
  manage_url: string | null;
  unsubscribe_url: string | null;
  /** The format of a webhook's bodies. */
  format?: SubscriptionFormat;
  /** The operator's own data for templates. */
  metadata?: Readonly<Record<string, unknown>>;
  /** Whether the subscriber wants one editable message, or one thread, per subject. */
  isThreaded: boolean;
  /** Whether mails on one subject keep the first one's subject line, which Gmail groups by. */
  keepsSubject?: boolean;
  /** The provider's id of the last message or thread on the subject. */
  earlier: string | null;
  /** The envelope sender of mail, to which it comes back; default: the server's. */
  return_path?: string | null;
};

export type Sender = {
  id: number;
  user: string | null;
  username: string | null;
  phone_number: string | null;
  domain: string | null;
  region: string | null;
  key: string | null;
  password: string | null;
  /** The URL for the provider's delivery reports. */
  callback_url: string | null;
};

export type AddressedMessage<Message> = { recipient: Recipient; message: Message };

export type SendOptions = { sender: Sender | null; signal?: AbortSignal };

export type Channel<Message> = {
  kind: SubscriptionType | "social";
  batch: number;
  /** Whether a subject gets one editable message or one thread. */
  canThread: boolean;
  /** The called host: rates are learned per host. */
  hostOf(recipient: Recipient, sender: Sender | null): string;
  /** Pure. Cuts texts to the provider's limits and disarms mentions and markup. */
  render(content: NotificationContent, recipient: Recipient): Message;
  /** Makes one call; never throws on provider or network errors. @returns verdicts in order */
  send(messages: readonly AddressedMessage<Message>[], options: SendOptions): Promise<Verdict[]>;
};
