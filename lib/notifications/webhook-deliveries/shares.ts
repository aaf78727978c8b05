import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { Share } from "#lib/platform/limits/shares.ts";

const MIB = 2 ** 20;

type Limit = Omit<Share, "name" | "within">;

/**
 * How much each process sends at once: an attempt mostly waits for a response, so its cost is
 * memory. Receivers that hang fill only their owner's share, which is never more than is free.
 */
const ALL: Limit = { attempts: 512, bytes: 64 * MIB };
const ORGANIZATION: Limit = { attempts: 64, bytes: 16 * MIB };
const PAGE: Limit = { attempts: 32, bytes: 8 * MIB };
/** One address, as one organization calls it: less than a page has, so that its others go on. */
export const DESTINATION: Limit = { attempts: 8, bytes: 2 * MIB };
/** One host: for one organization, and for all. */
const HOST_OF_ORGANIZATION: Limit = { attempts: 32, bytes: 8 * MIB };
const HOST: Limit = { attempts: 256, bytes: 32 * MIB };

export const EVERYTHING: Share = { name: "all", ...ALL };

/**
 * Where an organization sends something. How one address is answered says nothing of its neighbors
 * on the same host, and nothing of how another organization is answered there.
 */
export function destinationOf({ organization_id }: PageGrant, url: string): string {
  return `${organization_id} ${url}`;
}

/** What an attempt takes a part of. @param alone whether no other goes to the same destination */
export function sharesOf(grant: PageGrant, url: string, alone: boolean): Share[] {
  const { organization_id, status_page_id } = grant;
  const { host } = new URL(url);
  const onHost: Share = { name: `host ${host}`, ...HOST };
  const ofOrganization = `host ${host} of ${organization_id}`;
  const destination = alone ? { ...DESTINATION, attempts: 1 } : DESTINATION;
  return [
    EVERYTHING,
    { name: `organization ${organization_id}`, ...ORGANIZATION, within: EVERYTHING },
    { name: `page ${status_page_id}`, ...PAGE },
    onHost,
    { name: ofOrganization, ...HOST_OF_ORGANIZATION, within: onHost },
    { name: `destination ${destinationOf(grant, url)}`, ...destination },
  ];
}
