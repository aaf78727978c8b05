import { closeDatabase } from "#db/index.ts";
import { ensureBuilt } from "#lib/build.ts";
import { startEmbedded } from "#lib/embedded.ts";
import { provideEnv } from "#lib/env.ts";
import { prepareDatabase } from "#lib/server/prepare-database.ts";
import { unpackBrowser } from "./browser.ts";
import { removeOldRuns, removeRun } from "./remove-run.ts";
import { addressOfDatabase, administer, makeRunFolder, TEMPLATE } from "./run.ts";

const PROJECTS = ["unit", "db", "api", "e2e"];

function namedProjects(args: string[]): string[] {
  const values: string[] = [];
  let listing = false;
  for (const arg of args) {
    if (arg.startsWith("--project=")) values.push(arg.slice("--project=".length));
    else if (listing && !arg.startsWith("-")) values.push(arg);
    listing = arg === "--project" || (listing && !arg.startsWith("-"));
  }
  return PROJECTS.filter((project) => values.includes(project));
}

/**
 * The projects that a command line selects: by name, else by the folders of the files it names,
 * else all.
 */
function selectedProjects(args: string[]): string[] {
  const named = namedProjects(args);
  if (named.length > 0) return named;
  const inFolders = PROJECTS.filter((project) =>
    args.some((arg) => arg.includes(`tests/${project}`)),
  );
  return inFolders.length > 0 ? inFolders : PROJECTS;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function startDatabase(folder: string): Promise<void> {
  const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
  const { url } = await startEmbedded({ dataDir: folder, settings });
  process.env.TEST_POSTGRES = url;
  await administer(`create database ${TEMPLATE}`);
  provideEnv({ DATABASE_URL: addressOfDatabase(TEMPLATE) });
  await prepareDatabase();
  await closeDatabase();
}

export default async function globalSetup(): Promise<(() => void) | undefined> {
  const projects = selectedProjects(process.argv.slice(2));
  if (projects.every((project) => project === "unit")) return undefined;
  removeOldRuns();
  const folder = await makeRunFolder();
  process.env.TEST_FOLDER = folder;
  // However the run ends, an interruption included.
  process.once("exit", () => removeRun(folder));
  process.once("SIGTERM", () => process.exit(143));
  await startDatabase(folder);
  if (projects.includes("e2e")) unpackBrowser();
  if (projects.includes("api") || projects.includes("e2e")) await ensureBuilt(say);
  return () => removeRun(folder);
}
