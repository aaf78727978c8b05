import type { PageGrant } from "#lib/auth/authorize.ts";
import type { Share } from "#lib/outgoing/places.ts";

const MIB = 2 ** 20;

type Limit = Omit<Share, "name">;

/**
 * How much each process sends at once: an attempt mostly waits for a response, so its cost is
 * memory. Receivers that hang fill only their owner's share.
 */
const ALL: Limit = { attempts: 512, bytes: 64 * MIB };
const ORGANIZATION: Limit = { attempts: 64, bytes: 16 * MIB };
const PAGE: Limit = { attempts: 32, bytes: 8 * MIB };
/** One destination of one organization. */
export const DESTINATION: Limit = { attempts: 8, bytes: 8 * MIB };
/** One host, for all organizations. */
const HOST: Limit = { attempts: 128, bytes: 32 * MIB };

export const EVERYTHING: Share = { name: "all", ...ALL };

/**
 * Where an organization sends something. Two organizations never share one: what one of them sends
 * to a host says nothing of how the other is answered there.
 */
export function destinationOf({ organization_id }: PageGrant, url: string): string {
  return `${organization_id} ${new URL(url).host}`;
}

/** What an attempt takes a part of. @param alone whether no other goes to the same destination */
export function sharesOf(grant: PageGrant, url: string, alone: boolean): Share[] {
  const { organization_id, status_page_id } = grant;
  const destination = alone ? { ...DESTINATION, attempts: 1 } : DESTINATION;
  return [
    EVERYTHING,
    { name: `organization ${organization_id}`, ...ORGANIZATION },
    { name: `page ${status_page_id}`, ...PAGE },
    { name: `host ${new URL(url).host}`, ...HOST },
    { name: `destination ${destinationOf(grant, url)}`, ...destination },
  ];
}
