import { isUniqueViolation, type Trx } from "#db/index.ts";
import { consume, type Limit, rateLimited } from "#lib/core/throttle/form-limits.ts";
import { saveOwnerToken } from "#lib/pages/domain-claims.queries.ts";
import { DomainTaken, ownerToken } from "#lib/pages/domain-claims.ts";
import {
  changeDomain,
  type DomainConfig,
  type DomainConfigInput,
  OWN_DRIVER,
} from "#lib/pages/domain-config.ts";
import type { StatusPageRow } from "#lib/pages/queries.ts";
import type { Settings } from "#lib/pages/schema.ts";
import { env } from "#lib/platform/config/env.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { asciiDomain, isOwnName } from "#lib/platform/http/hosts.ts";

type DomainInput = {
  domain_config?: DomainConfigInput;
  domain?: string | null;
  custom_domain_enabled?: boolean;
};

/** `field`: the input field that requested the domain. */
type DomainChange = { config: DomainConfig; field: "domain_config.domain" | "domain" };

type Older = Pick<Settings, "domain" | "custom_domain_enabled">;

function enabledDomain({ domain, custom_domain_enabled }: Older): string | null {
  return custom_domain_enabled && domain ? asciiDomain(domain) : null;
}

// Clients send back what they read, so only a changed legacy field counts as a request, or the
// current domain after a failure.
function legacyRequest(stored: Settings, input: DomainInput): DomainConfigInput {
  const { domain = stored.domain, custom_domain_enabled = stored.custom_domain_enabled } = input;
  if (input.domain === undefined && input.custom_domain_enabled === undefined) return undefined;
  const wanted = enabledDomain({ domain, custom_domain_enabled });
  const isOwn = stored.domain_config.provider === OWN_DRIVER;
  const isKept = wanted === enabledDomain(stored);
  if (isKept && !(isOwn && wanted === stored.domain_config.domain)) return undefined;
  if (wanted !== null) return { provider: OWN_DRIVER, domain: wanted };
  return isOwn ? { provider: null, domain: null } : undefined;
}

function isReserved(name: string): boolean {
  return isOwnName(name) || name === env().DOMAIN_TARGET;
}

/**
 * The domain of a page after a change requested by `domain_config`, or by the legacy fields
 * `domain` and `custom_domain_enabled`, which mean our own driver.
 * @param isServing whether the current domain shows the page
 * @throws {AppError} `invalid` for an incomplete domain or one of our own names
 */
export function requestDomain(
  stored: Settings,
  input: DomainInput,
  isServing = false,
): DomainChange {
  const current = stored.domain_config;
  const newer = changeDomain(current, input.domain_config, isServing);
  const isNew = newer.provider !== current.provider || newer.domain !== current.domain;
  const config = isNew ? newer : changeDomain(newer, legacyRequest(stored, input), isServing);
  const field = config === newer ? "domain_config.domain" : "domain";
  if (config.domain !== null && config.domain !== current.domain && isReserved(config.domain))
    throw invalid({ [field]: [{ code: "own_name" }] });
  return { config, field };
}

const SET_UPS: Limit = { name: "domain set-ups", most: 20, period_s: 3_600 };

/** Providers and certificate authorities limit new domains. @throws {AppError} `rate_limited` */
export async function limitSetUps(
  trx: Trx,
  organization_id: number,
  { status }: DomainConfig,
): Promise<void> {
  if (status !== "configuring") return;
  const seconds = await consume(trx, SET_UPS, String(organization_id));
  const most = `${SET_UPS.most} custom domains an hour`;
  if (seconds > 0) throw rateLimited(`An organization can set up at most ${most}`, seconds);
}

/** Saves a page with its domain and its ownership token. @throws {DomainTaken} */
export async function saveWithDomain(
  trx: Trx,
  { organization_id }: { organization_id: number },
  { config, field }: DomainChange,
  write: Promise<StatusPageRow>,
): Promise<StatusPageRow> {
  const name = config.domain ?? "";
  const row = await write.catch((error: unknown) => {
    if (!isUniqueViolation(error, "addresses_name")) throw error;
    throw new DomainTaken({ organization_id, name, field });
  });
  const token = ownerToken(organization_id, name);
  if (config.status === "configuring")
    await saveOwnerToken(trx, { status_page_id: row.id, name, token });
  return row;
}
