import type { Work } from "#lib/monitoring/reports/apart.ts";
import { type Found, findValues } from "#lib/monitoring/reports/search.ts";

/** What a thread of lib/monitoring/reports/threads.ts does. */
export function doWork({ search }: Work): Found {
  return findValues(search);
}

export default doWork;
