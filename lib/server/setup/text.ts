import { pageUrl } from "#lib/core/addresses/url.ts";
import { table } from "#lib/core/fields/table.ts";
import { firstRunUrl } from "#lib/pages/first-run/token.ts";
import { env } from "#lib/platform/config/env.ts";
import type { Demo } from "#lib/server/seed/demo.ts";
import type { Installation } from "#lib/server/setup/queries.ts";

const INCIDENT = {
  title: "Search is slow",
  type: "minor",
  updates: [
    {
      type: "investigating",
      description: "Searches take several seconds. We are looking into it.",
    },
  ],
};

function curl({ subdomain, service_id, token }: Demo): string {
  const body = JSON.stringify({ incident: { ...INCIDENT, service_ids: [service_id] } });
  const address = `${env().APP_URL}/api/v2/status_pages/${subdomain}/incidents`;
  return `curl -X POST ${address} -H 'Authorization: ${token}' -H 'Content-Type: application/json' -d '${body}'`;
}

/** Everything the operator of a fresh demo needs, secrets included. */
export function invitation(demo: Demo): string {
  const page = pageUrl({ address: demo.subdomain });
  const rows = table([
    ["Page", page],
    ["Admin", env().APP_URL],
    ["  e-mail", demo.email],
    ["  password", `${demo.password}   (shown this once)`],
    ["Owner's API key", `${demo.token}   (shown this once)`],
  ]);
  return `\n${rows}\nPost an incident, then look at the page – it is there at once:\n\n${curl(demo)}\n\n`;
}

/** Where the pages and the admin are; no secrets. */
export function addresses({ pages }: Installation): string {
  return `\n${table([...pages.map((page) => ["Page", pageUrl(page)] as const), ["Admin", env().APP_URL]])}\n`;
}

/** How to get in when the first start ended before it could tell the password. */
export function readmission({
  email,
  organization_id,
}: NonNullable<Installation["owner"]>): string {
  return `The first start was interrupted. If you have not seen its password and key, make new ones:

  npm run -s cli -- user reset-password --email ${email}
  npm run -s cli -- api-key create --organization ${organization_id} --role owner

`;
}

const CREATE_OWNER =
  "npm run -s cli -- user create --organization 1 --role owner --email me@example.com";

/** How a database without an organization gets its first. */
export function firstRun(): string {
  return `
Nobody can sign in yet. Open this link to make the first organization, its owner and a status page.
It works once, so keep it to yourself:

  ${firstRunUrl()}

Or on the command line:

  npm run -s cli -- organization create --name 'My company'
  ${CREATE_OWNER}

Or have a look around first: npm run -s cli -- seed demo

`;
}

/** How an organization that nobody owns gets an owner. */
export const FIRST_OWNER = `
Nobody can sign in yet. Make the first owner:

  ${CREATE_OWNER}

`;
