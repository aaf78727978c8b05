import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Db, isDatabaseLost } from "#db/index.ts";
import { pageUrl } from "#lib/core/addresses/url.ts";
import { table } from "#lib/core/fields/table.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { firstRunUrl } from "#lib/pages/first-run/token.ts";
import { env } from "#lib/platform/config/env.ts";
import { type Demo, seedDemo } from "#lib/server/seed/demo.ts";
import { type Installation, readInstallation } from "#lib/server/setup/queries.ts";

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

/** Includes secrets. */
export function demoBanner(demo: Demo): string {
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

/** Without secrets. */
function addresses({ pages }: Installation): string {
  return `\n${table([...pages.map((page) => ["Page", pageUrl(page)] as const), ["Admin", env().APP_URL]])}\n`;
}

/** Shown when an earlier first start ended before it could show the password. */
function recoveryHint({ email, organization_id }: NonNullable<Installation["owner"]>): string {
  return `The first start was interrupted. If you have not seen its password and key, make new ones:

  npm run -s cli -- user reset-password --email ${email}
  npm run -s cli -- api-key create --organization ${organization_id} --role owner

`;
}

const CREATE_OWNER =
  "npm run -s cli -- user create --organization 1 --role owner --email me@example.com";

function firstRun(): string {
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

const FIRST_OWNER = `
Nobody can sign in yet. Make the first owner:

  ${CREATE_OWNER}

`;

export type PrintBanner = () => Promise<void>;

const nothing: PrintBanner = async () => {};

// Written after the secrets were shown; until then each start explains how to create new ones.
function markerFile(): string {
  return join(env().DATA_DIR, "welcomed");
}

async function hasMarker(): Promise<boolean> {
  return stat(markerFile()).then(
    () => true,
    () => false,
  );
}

// Without the marker the hint only repeats.
async function writeMarker(): Promise<void> {
  await mkdir(env().DATA_DIR, { recursive: true })
    .then(() => writeFile(markerFile(), ""))
    .catch(() => {});
}

function bannerOf(text: () => string, isEmbedded: boolean): PrintBanner {
  return async () => {
    process.stdout.write(text());
    if (isEmbedded) await writeMarker();
  };
}

async function prepare(db: Db, isEmbedded: boolean): Promise<PrintBanner> {
  const installation = await readInstallation(db);
  const { owner, has_organization } = installation;
  const isFirst = isEmbedded && !(await hasMarker());
  if (isFirst && !has_organization && env().FIRST_START === "demo") {
    process.stderr.write("Filling the database with a demo organization\n");
    const demo = await seedDemo(systemContext(db, "welcome"), "acme");
    return bannerOf(() => demoBanner(demo), isEmbedded);
  }
  if (!has_organization) return bannerOf(firstRun, isEmbedded);
  if (!owner) return bannerOf(() => FIRST_OWNER, isEmbedded);
  return bannerOf(() => addresses(installation) + (isFirst ? recoveryHint(owner) : ""), isEmbedded);
}

/**
 * Fills a new embedded database with the demo, atomically. The banner shows its secrets at the
 * first start only.
 * @returns a function that prints the banner, or nothing if the database is lost
 */
export async function prepareBanner(db: Db, isEmbedded: boolean): Promise<PrintBanner> {
  return prepare(db, isEmbedded).catch((error) => {
    if (isDatabaseLost(error)) return nothing;
    throw error;
  });
}
