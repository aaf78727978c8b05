import type { Demo } from "#db/seed/demo.ts";
import { table } from "#lib/cli/options.ts";
import { env } from "#lib/env.ts";
import { pageUrl } from "#lib/status-pages/address.ts";

/** Where operators sign in. */
export function adminUrl(): string {
  return `${env().APP_URL}/admin`;
}

const INCIDENT = {
  title: "Search is slow",
  type: "minor",
  updates: [{ type: "investigating", description: "Searches take several seconds. We are looking into it." }],
};

function curl({ subdomain, service_id, token }: Demo): string {
  const body = JSON.stringify({ incident: { ...INCIDENT, service_ids: [service_id] } });
  const address = `${env().APP_URL}/api/v2/status_pages/${subdomain}/incidents`;
  return `curl -X POST ${address} -H 'Authorization: ${token}' -H 'Content-Type: application/json' -d '${body}'`;
}

/** Everything the operator of a fresh demo needs, secrets included. */
export function invitation(demo: Demo): string {
  const page = pageUrl(demo.subdomain);
  const rows = table([
    ["Page", page],
    ["Admin", adminUrl()],
    ["  e-mail", demo.email],
    ["  password", `${demo.password}   (shown this once)`],
    ["API key", `${demo.token}   (shown this once)`],
  ]);
  return `\n${rows}\nPost an incident, then look at ${page} – it is there at once:\n\n${curl(demo)}\n\n`;
}
