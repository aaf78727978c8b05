import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Db, isDatabaseLost } from "#db/index.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { env } from "#lib/platform/config/env.ts";
import { seedDemo } from "#lib/server/seed/demo.ts";
import { readInstallation } from "#lib/server/setup/queries.ts";
import {
  addresses,
  FIRST_OWNER,
  firstRun,
  invitation,
  readmission,
} from "#lib/server/setup/text.ts";

/** Shows the operator, once the server listens, where everything is. */
export type Greeting = () => Promise<void>;

const nothing: Greeting = async () => {};

// Written after the secrets were shown: until then the next start says how to make new ones.
function mark(): string {
  return join(env().DATA_DIR, "welcomed");
}

async function isWelcomed(): Promise<boolean> {
  return stat(mark()).then(
    () => true,
    () => false,
  );
}

// A mark that cannot be written costs no more than being told again.
async function leaveMark(): Promise<void> {
  await mkdir(env().DATA_DIR, { recursive: true })
    .then(() => writeFile(mark(), ""))
    .catch(() => {});
}

function greeting(text: () => string, isEmbedded: boolean): Greeting {
  return async () => {
    process.stdout.write(text());
    if (isEmbedded) await leaveMark();
  };
}

async function prepare(db: Db, isEmbedded: boolean): Promise<Greeting> {
  const installation = await readInstallation(db);
  const { owner, has_organization } = installation;
  const isFirst = isEmbedded && !(await isWelcomed());
  if (isFirst && !has_organization && env().FIRST_START === "demo") {
    process.stderr.write("Filling the database with a demo organization\n");
    const demo = await seedDemo(systemContext(db, "welcome"), "acme");
    return greeting(() => invitation(demo), isEmbedded);
  }
  if (!has_organization) return greeting(firstRun, isEmbedded);
  if (!owner) return greeting(() => FIRST_OWNER, isEmbedded);
  return greeting(() => addresses(installation) + (isFirst ? readmission(owner) : ""), isEmbedded);
}

/**
 * Fills a new embedded database with the demo, all of it or nothing. The greeting tells its secrets
 * at the first start only; a database of one's own is left as it is.
 * @returns a greeting that says nothing when the database is lost meanwhile
 */
export async function prepareWelcome(db: Db, isEmbedded: boolean): Promise<Greeting> {
  return prepare(db, isEmbedded).catch((error) => {
    if (isDatabaseLost(error)) return nothing;
    throw error;
  });
}
