import { z } from "zod";
import { optionalEmail } from "#lib/core/fields/address.ts";
import { named, requiring } from "#lib/core/fields/schema.ts";
import {
  emptyAsUnset,
  MAX_NAME,
  MAX_URL,
  matching,
  optionalText,
  text,
} from "#lib/core/fields/text.ts";
import { flag, ids } from "#lib/core/fields/value.ts";
import { INTEGRATION_NAMES, kindOf } from "#lib/pages/integrations/kinds.ts";

/** A page's integrations are always listed whole. */
export const MAX_INTEGRATIONS = 100;

const MAX_SECRET = 16_384;
const MAX_HOST = 253;

const port = z
  .int()
  .min(0)
  .max(65_535)
  .nullable()
  .transform((value) => value || null)
  .optional();

const secret = text(MAX_SECRET);

const CALENDAR = {
  url: {
    description:
      "Of `calendar`: the address of an iCalendar file, instead of `key`. Stored encrypted; responses contain its host and last characters",
    "x-extension": true,
  },
  service_ids: {
    description:
      "Of `calendar`: the services that an event affects whose categories name none; empty: all at the top",
    "x-extension": true,
  },
  notify: {
    description: "Of `calendar`: whether subscribers are notified of what is imported",
    "x-extension": true,
  },
};

/** Accepts a masked address as in responses. */
function calendarUrl() {
  const pattern = "(?:[Hh][Tt][Tt][Pp][Ss]?|[Ww][Ee][Bb][Cc][Aa][Ll][Ss]?)://\\S+";
  return matching(MAX_URL, pattern, "bad_url").nullish().transform(emptyAsUnset);
}

export const IntegrationSettings = z.object({
  __type__: text(MAX_NAME),
  enabled: flag(),
  api_key_type: optionalText(MAX_NAME),
  url: calendarUrl().meta(CALENDAR.url),
  service_ids: ids().meta(CALENDAR.service_ids),
  notify: flag().meta(CALENDAR.notify),
});

const IntegrationFields = z.object({
  user: optionalText(MAX_NAME),
  phone_number: optionalText(MAX_NAME),
  domain: optionalText(MAX_HOST).meta({
    description: "Of `cdn_a`: the zone of custom hostnames, its ID or its name",
  }),
  email_from_address: optionalEmail(),
  key: secret.meta({
    description: "Stored encrypted; responses contain its last characters at most",
  }),
  password: secret.meta({ description: "Stored encrypted, never returned" }),
  relay: optionalText(MAX_HOST),
  username: optionalText(MAX_NAME),
  port,
  region: optionalText(MAX_NAME),
  settings: IntegrationSettings.nullish(),
});
export type IntegrationInput = z.infer<typeof IntegrationFields>;

function createOf(name: string) {
  return requiring(IntegrationFields.extend({ name: z.literal(name) }), [
    "name",
    ...kindOf(name).needs,
  ]);
}

export type CreateIntegration = IntegrationInput & { name: string };

// The names come from a table, so the union's type cannot be inferred.
const creates = INTEGRATION_NAMES.map(createOf) as unknown as [z.ZodObject, ...z.ZodObject[]];

export const CreateIntegration = z.discriminatedUnion("name", creates, {
  error: ({ input }) => ((input as { name?: unknown } | null)?.name ? undefined : "blank"),
}) as unknown as z.ZodType<CreateIntegration>;

/** The kind cannot change. A secret that is missing, empty or masked is kept. */
export const UpdateIntegration = IntegrationFields.extend({ name: text(MAX_NAME) });
export type UpdateIntegration = z.infer<typeof UpdateIntegration>;

export const Integration = z.object({
  id: z.int(),
  name: z.enum(INTEGRATION_NAMES),
  user: z.string().nullable(),
  phone_number: z.string().nullable(),
  domain: z.string().nullable(),
  email_from_address: z.string().nullable(),
  key: z
    .string()
    .nullable()
    .meta({
      description: "A hint at the key: `…` and its last four characters",
      examples: ["…3f9a"],
    }),
  relay: z.string().nullable(),
  username: z.string().nullable(),
  port: z.int().nullable(),
  region: z.string().nullable(),
  settings: z.object({
    __type__: z.string(),
    enabled: z.boolean(),
    api_key_type: z.string().nullable(),
    url: z.string().optional().meta(CALENDAR.url),
    service_ids: z.array(z.int()).optional().meta(CALENDAR.service_ids),
    notify: z.boolean().optional().meta(CALENDAR.notify),
  }),
});
export type Integration = z.output<typeof Integration>;

named(IntegrationSettings, "IntegrationSettingsInput");
named(CreateIntegration, "CreateIntegration");
named(UpdateIntegration, "UpdateIntegration");
named(Integration, "Integration");
