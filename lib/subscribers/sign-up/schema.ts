import { z } from "zod";
import { SUBSCRIPTION_FORMATS } from "#lib/channels/channel.ts";
import { optionalEmail, url } from "#lib/core/fields/address.ts";
import { MAX_NAME, plainText, text, words } from "#lib/core/fields/text.ts";
import { choice, ids, optionalId } from "#lib/core/fields/value.ts";
import { CHANNELS } from "#lib/subscribers/offered.ts";
import { MAX_TOKEN, SUBSCRIPTION_FILTERS } from "#lib/subscribers/schema.ts";
import { SUBSCRIPTION_STYLES } from "#lib/subscribers/style.ts";

export const Choice = z.object({
  filter: choice(SUBSCRIPTION_FILTERS),
  service_ids: ids(),
  incident_types: words(MAX_NAME),
  incident_id: optionalId(),
  style: choice(SUBSCRIPTION_STYLES),
  format: choice(SUBSCRIPTION_FORMATS),
});
export type Choice = Partial<z.output<typeof Choice>>;

/** The form on a page. `company` is a hidden honeypot that only programs fill in. */
export const Subscribe = Choice.extend({
  channel: choice(CHANNELS),
  email: optionalEmail(),
  country_dial_code: plainText(MAX_NAME),
  phone_number: plainText(MAX_NAME),
  chat_url: url(),
  zoom_token: text(MAX_TOKEN),
  webhook_url: url(),
  company: plainText(MAX_NAME),
});
export type Subscribe = Partial<z.output<typeof Subscribe>>;

export const AskForLink = z.object({ email: optionalEmail(), company: plainText(MAX_NAME) });
export type AskForLink = Partial<z.output<typeof AskForLink>>;

/** A subscriber in the format of scripts for Atlassian Statuspage. */
export const ScriptSubscriber = z.object({
  email: optionalEmail(),
  email_sms: plainText(MAX_NAME),
  endpoint: url(),
  id: plainText(MAX_NAME),
});
export type ScriptSubscriber = Partial<z.output<typeof ScriptSubscriber>>;
