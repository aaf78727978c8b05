import { z } from "zod";
import { SUBSCRIPTION_FORMATS, SUBSCRIPTION_TYPES } from "#lib/channels/channel.ts";
import { optionalEmail, url } from "#lib/core/fields/address.ts";
import { jsonObject } from "#lib/core/fields/json.ts";
import { optionalLanguage } from "#lib/core/fields/language.ts";
import { named, requiring } from "#lib/core/fields/schema.ts";
import { digits, MAX_NAME, text, words } from "#lib/core/fields/text.ts";
import { wireTime } from "#lib/core/fields/time.ts";
import { choice, flag, ids, optionalId } from "#lib/core/fields/value.ts";
import { SUBSCRIPTION_STYLES } from "#lib/subscribers/style.ts";

export const SUBSCRIPTION_FILTERS = ["all", "services", "incident", "incident_types"] as const;
export type SubscriptionFilter = (typeof SUBSCRIPTION_FILTERS)[number];

export const MAX_DIAL_CODE = 4;
const MAX_PHONE_NUMBER = 15;
/** Zoom's verification token, or Slack's channel and bot token. */
export const MAX_TOKEN = 500;
const MAX_METADATA = 16_384;
const MAX_GROUPS = 1_000;

const STYLE =
  "`every_update`: a message for each update. `living_message`: what belongs to one incident stands together: `discord` edits its message, `google_chat` and bots of `slack` use a thread, mails become one conversation. Other types send each update. Default: `living_message` for `email`, else `every_update`. Mails keep the first subject, without which Gmail shows them apart, where `living_message` was asked for; by default they only refer to each other";

const FORMAT =
  "The format of a `webhook`'s bodies; other types have no choice. `standard`: the body of the webhooks' events. `statuspage`: that of Atlassian Statuspage, `meta`, `page` and `incident`, and for each service whose state the update changes one of `component_update` and `component`. Information notices are left out: Statuspage has none";

const SubscriptionFields = z.object({
  type: choice(SUBSCRIPTION_TYPES).meta({
    description:
      "A kind that a setting of the page switches off is refused: email and webhook need `subscribers_enabled`, sms `sms_notifications_enabled`, a chat its own switch. A subscription that has it already keeps it",
  }),
  filter: choice(SUBSCRIPTION_FILTERS).meta({
    description:
      "What the subscriber is notified about: everything, or what the field of this name lists. A new subscription without it has that of `service_ids`, `incident_id` or `incident_types`, whichever is given first in this order, else `all`",
  }),
  service_ids: ids(),
  incident_types: words(MAX_NAME),
  incident_id: optionalId(),
  email: optionalEmail().transform((address) => address ?? undefined),
  confirm: flag().meta({
    description: "true: confirmed without asking the subscriber. false takes no confirmation back.",
  }),
  country_dial_code: digits(MAX_DIAL_CODE).meta({ examples: ["49"] }),
  phone_number: digits(MAX_PHONE_NUMBER).meta({ examples: ["1511234567"] }),
  webhook_url: url().meta({ description: "Of a webhook or a chat" }),
  token: text(MAX_TOKEN).meta({
    description:
      "Never returned. For `zoom`, the verification token shown next to the address. For `slack`, optionally, a bot's channel and token, `C0123ABC xoxb-…`: it then posts in place of the address, and can make threads",
    "x-extension": true,
  }),
  locale: optionalLanguage(),
  metadata: jsonObject(MAX_METADATA).meta({
    description: `Kept and given back unchanged; at most ${MAX_METADATA} characters as JSON`,
  }),
  subscription_group_ids: ids(MAX_GROUPS),
  style: choice(SUBSCRIPTION_STYLES).meta({ description: STYLE, "x-extension": true }),
  format: choice(SUBSCRIPTION_FORMATS).meta({ description: FORMAT, "x-extension": true }),
});

export const CreateSubscription = requiring(SubscriptionFields, ["type"]);
export type CreateSubscription = z.infer<typeof CreateSubscription>;

export const UpdateSubscription = SubscriptionFields;
export type UpdateSubscription = z.infer<typeof UpdateSubscription>;

export const Subscription = z.object({
  id: z.int(),
  type: z.enum(SUBSCRIPTION_TYPES),
  filter: z.enum(SUBSCRIPTION_FILTERS),
  service_ids: z.array(z.int()),
  incident_types: z.array(z.string()),
  incident_id: z.int().nullable(),
  email: z.string().nullable(),
  confirm: z.boolean().meta({ description: "Whether the subscription is confirmed" }),
  country_dial_code: z.string().nullable(),
  phone_number: z.string().nullable(),
  webhook_url: z.string().nullable(),
  locale: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
  subscription_group_ids: z.array(z.int()),
  style: z.enum(SUBSCRIPTION_STYLES).meta({ "x-extension": true }),
  format: z.enum(SUBSCRIPTION_FORMATS).meta({ "x-extension": true }),
  inserted_at: wireTime,
  updated_at: wireTime,
});
export type Subscription = z.infer<typeof Subscription>;

export const NewSubscription = Subscription.extend({
  secret: z
    .string()
    .optional()
    .meta({
      description:
        "Of a `webhook` that is new, or has a new address: signs its deliveries as Standard Webhooks 1.0.0 says; shown this once",
      examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    }),
});
export type NewSubscription = z.infer<typeof NewSubscription>;

export const RotatedSubscription = NewSubscription.required({ secret: true }).extend({
  earlier_secret_until: wireTime.meta({
    description: "Until then the secret before this one signs, too",
  }),
});
export type RotatedSubscription = z.infer<typeof RotatedSubscription>;

named(CreateSubscription, "CreateSubscription");
named(UpdateSubscription, "UpdateSubscription");
named(Subscription, "Subscription");
named(NewSubscription, "CreatedSubscription");
named(RotatedSubscription, "RotatedSubscription");
