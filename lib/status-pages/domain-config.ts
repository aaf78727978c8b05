import { z } from "zod";
import { DOMAIN_PROVIDERS } from "#lib/api/aliases.ts";
import { invalid } from "#lib/errors.ts";
import { issue } from "#lib/fields/text.ts";
import { optionalChoice } from "#lib/fields/value.ts";

const DOMAIN_STATUSES = ["disabled", "configuring", "failed_to_configure", "active"] as const;

const RECORD_NAMES = [
  "hostname_cname_name",
  "hostname_cname_value",
  "hostname_txt_name",
  "hostname_txt_value",
  "certificate_txt_name",
  "certificate_txt_value",
] as const;

const ValidationRecords = z.record(z.enum(RECORD_NAMES), z.string());

export const DomainConfig = z.object({
  provider: z.enum(DOMAIN_PROVIDERS).nullable(),
  domain: z.string().nullable(),
  previous_domain: z.string().nullable(),
  status: z.enum(DOMAIN_STATUSES),
  validation_records: ValidationRecords.nullable(),
  external_id: z.string().nullable(),
  error: z.string().nullable(),
});
export type DomainConfig = z.infer<typeof DomainConfig>;

const domainPattern = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

export const DomainConfigInput = z
  .object({
    provider: optionalChoice(DOMAIN_PROVIDERS),
    domain: z
      .string()
      .nullable()
      .transform((domain) => domain?.toLowerCase() || null)
      .refine((domain) => domain === null || domainPattern.test(domain), issue("bad_domain"))
      .optional(),
  })
  .nullish();
type DomainConfigInput = z.infer<typeof DomainConfigInput>;

export const NO_DOMAIN: DomainConfig = {
  provider: null,
  domain: null,
  previous_domain: null,
  status: "disabled",
  validation_records: null,
  external_id: null,
  error: null,
};

function noRecords(): DomainConfig["validation_records"] {
  return Object.fromEntries(RECORD_NAMES.map((name) => [name, ""])) as DomainConfig["validation_records"];
}

/**
 * What a page's custom domain becomes when an operator sends this: nothing given leaves it, both null removes it, a new domain or one
 * that failed starts to be configured.
 * @throws {AppError} `invalid` when only one of provider and domain is set
 */
export function changeDomain(current: DomainConfig, input: DomainConfigInput): DomainConfig {
  if (!input || (input.provider === undefined && input.domain === undefined)) return current;
  const { provider = current.provider, domain = current.domain } = input;
  if (provider === null && domain === null) return NO_DOMAIN;
  if (provider === null) throw invalid({ "domain_config.provider": [{ code: "blank" }] });
  if (domain === null) throw invalid({ "domain_config.domain": [{ code: "blank" }] });
  const same = provider === current.provider && domain === current.domain;
  if (same && current.status !== "failed_to_configure") return current;
  const previous_domain = current.status === "active" && domain !== current.domain ? current.domain : current.previous_domain;
  return { ...NO_DOMAIN, provider, domain, previous_domain, status: "configuring", validation_records: noRecords() };
}
