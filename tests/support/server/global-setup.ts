import { ensureBuilt } from "#lib/server/build/build.ts";
import { unpackBrowser } from "#tests/support/browser/browser.ts";
import { removeOldRuns, removeRun } from "#tests/support/server/remove-run.ts";
import { documentIn, makeRunFolder } from "#tests/support/server/run.ts";
import { startTemplate } from "#tests/support/server/template.ts";

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

export default async function globalSetup(): Promise<(() => void) | undefined> {
  const projects = selectedProjects(process.argv.slice(2));
  if (projects.every((project) => project === "unit")) return undefined;
  removeOldRuns();
  const folder = await makeRunFolder();
  process.env.TEST_FOLDER = folder;
  // However the run ends, an interruption included.
  process.once("exit", () => removeRun(folder));
  process.once("SIGTERM", () => process.exit(143));
  const { writeDocument } = await import("#tests/support/http/document.ts");
  writeDocument(documentIn(folder));
  const isServed = projects.includes("api") || projects.includes("e2e");
  await Promise.all([
    startTemplate(folder),
    isServed && ensureBuilt(say),
    projects.includes("e2e") && unpackBrowser(),
  ]);
  return () => removeRun(folder);
}
