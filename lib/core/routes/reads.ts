import { data, type PublicRoute } from "#lib/core/routes/route.ts";

const PAGING = ["limit", "before", "after"] as const;

/**
 * What everybody may read of a page under `/api/v1` and `/api/v2`. An endpoint names its entry as
 * `shared`; its query then has these names and no others.
 */
export const READS = {
  status: data("/status_pages/[subdomain]/status"),
  summary: data("/status_pages/[subdomain]/summary"),
  service_status: data("/status_pages/[subdomain]/services/[service_id]/status"),
  service_summary: data("/status_pages/[subdomain]/services/[service_id]/summary"),
  service_uptime: data("/status_pages/[subdomain]/services/[service_id]/uptime", {
    query: ["from", "to"],
  }),
  incidents: data("/status_pages/[subdomain]/incidents", {
    query: ["type", "status", "q", "service_id", "from", "to", ...PAGING],
  }),
  incident: data("/status_pages/[subdomain]/incidents/[incident_id]"),
  notices: data("/status_pages/[subdomain]/info_notices", { query: PAGING }),
  notice: data("/status_pages/[subdomain]/info_notices/[info_notice_id]"),
};

export const API_ROUTES: readonly PublicRoute[] = Object.values<PublicRoute>(READS);
