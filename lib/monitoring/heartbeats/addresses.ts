import { env } from "#lib/platform/config/env.ts";

/** Where a service calls that has a heartbeat. */
export function heartbeatUrl(subdomain: string, inbound_email_id: string): string {
  return `${env().APP_URL}/api/v2/status_pages/${subdomain}/services/${inbound_email_id}/heartbeat`;
}
