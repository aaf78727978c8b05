import { z } from "zod";
import { isAddressList } from "#lib/core/access/ip-addresses.ts";
import { site } from "#lib/core/fields/address.ts";
import { name } from "#lib/core/fields/name.ts";
import { named, requiring } from "#lib/core/fields/schema.ts";
import {
  emptyAsUnset,
  issue,
  MAX_DESCRIPTION,
  matching,
  optionalText,
} from "#lib/core/fields/text.ts";
import { timeZone, wireTime } from "#lib/core/fields/time.ts";
import { flag } from "#lib/core/fields/value.ts";
import { DomainConfig, DomainConfigInput, NO_DOMAIN } from "#lib/pages/domain-config.ts";
import { IMAGES, type ImageName, StoredImage } from "#lib/pages/images/schema.ts";
import {
  initialsOf,
  inputsOf,
  outputsOf,
  PROFILE,
  SETTINGS,
  storedOf,
} from "#lib/pages/settings.ts";

const SUBDOMAIN = "[a-z0-9](?:[a-z0-9\\-]{0,61}[a-z0-9])?";

const subdomain = matching(63, SUBDOMAIN, "bad_subdomain").nullish().transform(emptyAsUnset);

const restricted_ips = optionalText(MAX_DESCRIPTION).refine(
  (list) => !list || isAddressList(list),
  issue("bad_ips"),
);

const DRAFT = {
  "x-extension": true,
  description:
    "Whether the page is not published yet: only its members see it, for others it is 404",
};

const StatusPageFields = z.object({
  name: name(),
  url: site(),
  time_zone: timeZone(),
  subdomain,
  ...inputsOf(PROFILE),
  domain_config: DomainConfigInput,
  restricted_ips,
  member_restricted: flag(),
  draft: flag().meta({ ...DRAFT }),
  ...inputsOf(SETTINGS),
});

export const CreateStatusPage = requiring(StatusPageFields, ["name", "url", "time_zone"], {
  ...initialsOf(PROFILE),
  ...initialsOf(SETTINGS),
});
export type CreateStatusPage = z.infer<typeof CreateStatusPage>;

export const UpdateStatusPage = StatusPageFields;
export type UpdateStatusPage = z.infer<typeof UpdateStatusPage>;

function pictures() {
  const picture = StoredImage.nullable().default(null);
  return Object.fromEntries(IMAGES.map((name) => [name, picture])) as Record<
    ImageName,
    typeof picture
  >;
}

/** Column `settings`: everything that no query filters on. */
export const Settings = z.object({
  ...storedOf(PROFILE),
  domain_config: DomainConfig.default(NO_DOMAIN),
  ...storedOf(SETTINGS),
  ...pictures(),
});
export type Settings = z.infer<typeof Settings>;

/** Fills in defaults. */
export function parseSettings(stored: unknown): Settings {
  return Settings.parse(stored);
}

/** The default language must be among the offered ones. */
export function withDefaultLanguage(stored: object): object {
  const { default_language, languages } = parseSettings(stored);
  if (languages.length === 0 || languages.includes(default_language)) return stored;
  return { ...stored, languages: [...languages, default_language] };
}

export const StatusPage = z.object({
  organization_id: z.int(),
  inserted_at: wireTime,
  updated_at: wireTime,
  name: z.string(),
  url: z.string(),
  time_zone: z.string(),
  subdomain: z.string(),
  ...outputsOf(PROFILE),
  domain_config: DomainConfig,
  restricted_ips: z.string().nullable(),
  member_restricted: z.boolean(),
  draft: z.boolean().meta({ ...DRAFT }),
  ...outputsOf(SETTINGS),
});
export type StatusPage = z.infer<typeof StatusPage>;

named(CreateStatusPage, "CreateStatusPage");
named(UpdateStatusPage, "UpdateStatusPage");
named(StatusPage, "StatusPage");

type Allowing = Pick<Settings, "allowed_email_domains">;

/** Lower-case domains whose addresses may join or subscribe to a restricted page. */
export function allowedDomains({ allowed_email_domains }: Allowing): string[] {
  return allowed_email_domains
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((domain) => domain.replace(/^@/, ""))
    .filter((domain) => domain !== "");
}

export function allowsAddress(settings: Allowing, email: string): boolean {
  return allowedDomains(settings).includes(email.slice(email.lastIndexOf("@") + 1).toLowerCase());
}
