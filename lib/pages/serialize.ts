import type { DomainConfig } from "#lib/pages/domain-config.ts";
import { IMAGES, imageUrl } from "#lib/pages/images.ts";
import type { StatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings, StatusPage } from "#lib/pages/schema.ts";

/** The name of the page's primary address, as its own row tells it (keep_addresses decides alike). */
function addressOf(subdomain: string, { status, domain, previous_domain }: DomainConfig): string {
  return (status === "active" ? domain : previous_domain) ?? subdomain;
}

const KEYS = Object.keys(StatusPage.shape) as (keyof StatusPage)[];

/** A page as the wire has it, its keys in the order of the schema. */
export function serializeStatusPage(row: StatusPageRow): StatusPage {
  const { settings, ...columns } = row;
  const parsed = parseSettings(settings);
  const address = addressOf(row.subdomain, parsed.domain_config);
  const urls = IMAGES.map((name) => [name, imageUrl({ address }, parsed[name])]);
  const all = { ...parsed, ...Object.fromEntries(urls), ...columns };
  return Object.fromEntries(KEYS.map((key) => [key, all[key]])) as StatusPage;
}
