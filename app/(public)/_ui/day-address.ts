import { withQuery } from "../_query.ts";

/** Where a day of a service is told of: a corrected one where the correction and its reason stand. */
export function dayAddress(serviceId: number, day: string, isCorrected: boolean): string {
  if (!isCorrected) return `/history/${day}`;
  return withQuery(`/services/${serviceId}/uptime`, { from: day, to: day });
}
