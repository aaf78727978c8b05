import type { SubscriptionType } from "#lib/channels/channel-types.ts";
import type { Severity } from "#lib/core/fields/severity.ts";
import type { Locale } from "#lib/platform/i18n/translator.ts";

/** What happened, in the words of one language: the same for all who read that one. */
export type Story = {
  /** The same on every attempt and for everybody: `msg_…`. */
  event_id: string;
  /** What it is about: `incident:42`. Messages on one subject belong together. */
  subject: string;
  kind: "incident" | "maintenance" | "notice";
  page: {
    name: string;
    url: string;
    locale: Locale;
    zone: string;
    date_format: string | null;
    time_format: string | null;
    /** Six hex digits each. */
    colors: Record<Severity | "ok", string>;
  };
  title: string;
  /** The type's name: `Outage`; null: a notice has none. */
  type: string | null;
  /** What the update is: `Investigating`. */
  state: string;
  /** What a subject begins with: `Down`, `Resolved (51 min)`; not given: as `state`. */
  alert?: string;
  /** Whether the title is the one that monitoring gives: it only names what is down. */
  is_title_automatic?: boolean;
  severity: Severity | null;
  is_over: boolean;
  /** Wire times. */
  starts_at: string;
  ends_at: string | null;
  posted_at: string;
  /** When the team promises to say more. */
  next_update_at?: string | null;
  /** What the update says, in Markdown. */
  text: string;
  /** Those that its readers may see. */
  services: { name: string; state: string; severity: Severity | null }[];
  url: string;
  /** `{"event", "data"}` as JSON: what webhooks get, without what is hidden from visitors. */
  payload: string;
};

/** Whom a message is for. What only they may know is open here: it belongs into no log. */
export type Recipient = {
  /** An e-mail address, a number such as `+4915112345678`, or the address of a webhook or chat. */
  address: string;
  /** What goes with the address: Zoom's token, the secret that signs a webhook's deliveries. */
  secret: string | null;
  manage_url: string | null;
  unsubscribe_url: string | null;
  /** What operators keep with a subscription, for their templates. */
  metadata?: Readonly<Record<string, unknown>>;
  /** Whether they want one living message, or one thread, on each subject. */
  living: boolean;
  /** What the provider calls the message or thread on the subject, if one was delivered. */
  earlier: string | null;
};

/** A page's integration through which messages leave, with its secrets open. */
export type Sender = {
  /** Of the integration. */
  id: number;
  user: string | null;
  username: string | null;
  phone_number: string | null;
  domain: string | null;
  region: string | null;
  key: string | null;
  password: string | null;
  /** Where the provider can tell later what became of a message. */
  callback_url: string | null;
};

/**
 * Who is to blame that a message never arrives. `address`: it is gone, nothing is sent there again.
 * `subscriber`: they do not want it. `message`: it alone. `sender`: our account at the provider.
 */
export type Fault = "address" | "subscriber" | "message" | "sender";

/**
 * What came of one message. `reason` is a few words in English for logs and operators, `answer` what
 * the provider said; neither has a secret in it.
 */
export type Verdict =
  | { outcome: "delivered"; provider_id: string | null; answer: string }
  | {
      outcome: "try_again";
      reason: string;
      answer: string | null;
      /** How long the provider asks to wait; 0: it says nothing. */
      after_s: number;
      /** Whether too much was sent at once. */
      throttled: boolean;
      /** Whether it may have arrived nevertheless. */
      unsure: boolean;
      /**
       * What it concerns: this recipient alone, or all that leaves by this provider. Not given: what
       * the channel's rate limits belong to, an address or an account.
       */
      scope?: "recipient" | "provider";
    }
  | { outcome: "never_again"; reason: string; answer: string | null; fault: Fault };

export type TryAgain = Extract<Verdict, { outcome: "try_again" }>;

export type Handed<Message> = { recipient: Recipient; message: Message };

export type Way = { sender: Sender | null; signal?: AbortSignal };

/** A way to reach people. */
export type Channel<Message> = {
  kind: SubscriptionType | "social";
  /** How many messages one call carries at most. */
  batch: number;
  /** Whether messages on a subject become one that changes, or one thread. */
  living: boolean;
  /** The host that is called, by which rates are learned. */
  hostOf(recipient: Recipient, sender: Sender | null): string;
  /** Pure: the same for the same, cut to what the provider takes, mentions and markup disarmed. */
  render(story: Story, recipient: Recipient): Message;
  /** Makes one call. Never throws what a provider or network did. @returns one for each, in order */
  handOver(handed: readonly Handed<Message>[], way: Way): Promise<Verdict[]>;
};
