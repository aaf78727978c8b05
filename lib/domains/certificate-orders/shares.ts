import { env } from "#lib/platform/config/env.ts";

const SMALLEST = 10;

/** How many orders one organization may place, so that there are some left for the others. */
type Shares = {
  /** Of all kinds. */
  hour: number;
  /** First ones for its pages' hosts below PAGES_DOMAIN, of which authorities allow few. */
  week: number;
};

export function orderShares(): Shares {
  const { ACME_ORDERS_PER_HOUR: hour, ACME_PAGES_PER_WEEK: week } = env();
  return {
    hour: hour === 0 ? Number.MAX_SAFE_INTEGER : Math.max(Math.ceil(hour / 2), SMALLEST),
    week: week === 0 ? Number.MAX_SAFE_INTEGER : week,
  };
}
