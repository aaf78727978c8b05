import { z } from "zod";
import { CDN_PROVIDERS } from "#lib/core/fields/aliases.ts";
import { emptyAsNull, issue, matching } from "#lib/core/fields/text.ts";
import { optionalChoice } from "#lib/core/fields/value.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { asciiDomain, DOMAIN_PATTERN } from "#lib/platform/http/hosts.ts";

/** Our own driver. Clients know it by this name. */
export const OWN_DRIVER = "legacy_custom_domain";
const DOMAIN_PROVIDERS = [...CDN_PROVIDERS, OWN_DRIVER] as const;

const DOMAIN_STATUSES = ["disabled", "configuring", "failed_to_configure", "active"] as const;

const ValidationRecords = z.object({
  hostname_cname_name: z.string(),
  hostname_cname_value: z.string(),
  hostname_txt_name: z.string(),
  hostname_txt_value: z.string(),
  certificate_txt_name: z.string(),
  certificate_txt_value: z.string(),
});

export const DomainConfig = z.object({
  provider: z.enum(DOMAIN_PROVIDERS).nullable(),
  domain: z.string().nullable(),
  main_hostname: z
    .string()
    .nullable()
    .default(null)
    .meta({ description: "What the domain's CNAME record has to point to" }),
  previous_domain: z.string().nullable(),
  status: z.enum(DOMAIN_STATUSES),
  validation_records: ValidationRecords.nullable(),
  external_id: z.string().nullable(),
  pullzone_id: z.int().nullable().default(null),
  error: z.string().nullable(),
});
export type DomainConfig = z.output<typeof DomainConfig>;

export function optionalDomain() {
  return matching(253, DOMAIN_PATTERN, "bad_domain")
    .refine((text) => text === "" || asciiDomain(text) !== null, issue("bad_domain"))
    .nullable()
    .transform(emptyAsNull)
    .optional();
}

export const DomainConfigInput = z
  .object({
    provider: optionalChoice(DOMAIN_PROVIDERS),
    domain: optionalDomain()
      .transform((domain) => (domain ? asciiDomain(domain) : domain))
      .optional(),
  })
  .nullish();
export type DomainConfigInput = z.infer<typeof DomainConfigInput>;

export const NO_DOMAIN: DomainConfig = {
  provider: null,
  domain: null,
  main_hostname: null,
  previous_domain: null,
  status: "disabled",
  validation_records: null,
  external_id: null,
  pullzone_id: null,
  error: null,
};

function noRecords(): DomainConfig["validation_records"] {
  return Object.fromEntries(
    Object.keys(ValidationRecords.shape).map((name) => [name, ""]),
  ) as DomainConfig["validation_records"];
}

/** The domain that keeps showing the page until the new one is active. */
function servingUntilThen(current: DomainConfig, domain: string, isServing: boolean) {
  const serving = isServing ? current.domain : current.previous_domain;
  return serving === domain ? null : serving;
}

/**
 * Applies an operator's input: undefined fields keep their values, two nulls remove the domain, a
 * new or failed domain starts set-up.
 * @param isServing whether the current domain shows the page
 * @throws {AppError} `invalid` when only one of provider and domain is set
 */
export function changeDomain(
  current: DomainConfig,
  input: DomainConfigInput,
  isServing = current.status === "active",
): DomainConfig {
  if (!input || (input.provider === undefined && input.domain === undefined)) return current;
  const { provider = current.provider, domain = current.domain } = input;
  if (provider === null && domain === null) return NO_DOMAIN;
  if (provider === null) throw invalid({ "domain_config.provider": [{ code: "blank" }] });
  if (domain === null) throw invalid({ "domain_config.domain": [{ code: "blank" }] });
  const same = provider === current.provider && domain === current.domain;
  if (same && current.status !== "failed_to_configure") return current;
  return {
    ...NO_DOMAIN,
    provider,
    domain,
    previous_domain: servingUntilThen(current, domain, isServing),
    status: "configuring",
    validation_records: noRecords(),
  };
}
