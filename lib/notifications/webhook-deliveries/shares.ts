import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { Share } from "#lib/platform/limits/shares.ts";

const MIB = 2 ** 20;

type Limit = Omit<Share, "name" | "within">;

/**
 * Limits per process. Attempts mostly wait, so they cost memory; hanging receivers fill only their
 * owner's share.
 */
const ALL: Limit = { attempts: 512, bytes: 64 * MIB };
const ORGANIZATION: Limit = { attempts: 64, bytes: 16 * MIB };
/** A page has at most 50 webhooks: each finds a place. */
const PAGE: Limit = { attempts: 64, bytes: 8 * MIB };
/** An organization's attempts beside the first of each destination. */
const PARALLEL: Limit = { attempts: 32, bytes: 8 * MIB };
/** Less than a page has, so that its other webhooks go on. */
export const DESTINATION: Limit = { attempts: 8, bytes: 2 * MIB };
/** A host's limits for one organization, and for all. */
const HOST_OF_ORGANIZATION: Limit = { attempts: 64, bytes: 8 * MIB };
const HOST: Limit = { attempts: 384, bytes: 32 * MIB };
/** An organization's attempts at destinations that gave no answer of late. */
const SLOW: Limit = { attempts: 64, bytes: 8 * MIB };

export const EVERYTHING: Share = { name: "all", ...ALL };

/** The breaker's key. Another address or organization may fare differently on the same host. */
export function destinationOf({ organization_id }: PageGrant, url: string): string {
  return `${organization_id} ${url}`;
}

export function destinationShare(grant: PageGrant, url: string): Share {
  return { name: `destination ${destinationOf(grant, url)}`, ...DESTINATION };
}

export function firstShare(grant: PageGrant, url: string): Share {
  return { name: `first at ${destinationOf(grant, url)}`, ...DESTINATION, attempts: 1 };
}

/** A destination's first attempt takes a place that its further ones cannot. */
export function sharesOf(grant: PageGrant, url: string, isFirst = true): Share[] {
  const { organization_id, status_page_id } = grant;
  const { host } = new URL(url);
  const onHost: Share = { name: `host ${host}`, ...HOST };
  const ofOrganization = `${onHost.name} of ${organization_id}`;
  const own: Share[] = isFirst
    ? [
        { name: `organization ${organization_id}`, ...ORGANIZATION, within: EVERYTHING },
        { name: `page ${status_page_id}`, ...PAGE },
        { name: ofOrganization, ...HOST_OF_ORGANIZATION, within: onHost },
        firstShare(grant, url),
      ]
    : [
        { name: `parallel of ${organization_id}`, ...PARALLEL, within: EVERYTHING },
        { name: `parallel on ${ofOrganization}`, ...PARALLEL, within: onHost },
      ];
  return [EVERYTHING, onHost, destinationShare(grant, url), ...own];
}

export function slowSharesOf(grant: PageGrant, url: string): Share[] {
  const name = `slow of ${grant.organization_id}`;
  const alone = { ...destinationShare(grant, url), attempts: 1 };
  return [EVERYTHING, { name, ...SLOW, within: EVERYTHING }, alone];
}
