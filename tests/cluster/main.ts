import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Command, InvalidArgumentError, Option } from "commander";
import { MailServer } from "#tests/support/stand-ins/mail-server.ts";
import { root } from "../bench/processes.ts";
import { gatherEvidence } from "./evidence.ts";
import { type Fault, faults } from "./faults.ts";
import { complaints, judge, tableOf, type Verdict } from "./judge.ts";
import { Load } from "./load.ts";
import { build, type Version } from "./nodes.ts";
import { fetchTools } from "./tools.ts";
import { World } from "./world.ts";

const CALM_MS = 3_000;
const AFTERWARDS_MS = 3_000;
const OWN: Version = { folder: root, name: "this version" };
const NAMES = Object.keys(faults(OWN, OWN));

type Options = { rounds: number; only?: string[]; from?: string; keep?: boolean };

function count(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError("It is a whole number.");
  return Number(text);
}

const command = new Command("npm run test:cluster --")
  .description("Runs three nodes on three databases, breaks each part, and counts what was lost.")
  .addOption(new Option("--rounds <number>", "of every fault").argParser(count).default(1))
  .addOption(new Option("--only <faults...>", "some of them").choices(NAMES))
  .option("--from <version>", "a tag or folder, upgraded to this version and back", OWN.name)
  .option("--keep", "keeps the folder with all logs")
  .parse();

/** A folder, or the sources of a tag, with their packages. */
function findVersion(from: string): { version: Version; remove(): void } {
  if (from === OWN.name) return { version: OWN, remove: () => {} };
  if (existsSync(join(from, "server.ts")))
    return { version: { folder: resolve(from), name: from }, remove: () => {} };
  const folder = mkdtempSync(join(tmpdir(), "allclear-from-"));
  const archive = execFileSync("git", ["archive", from], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  execFileSync("npm", ["ci", "--silent"], { cwd: folder, stdio: "inherit" });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { version: { folder, name: from }, remove };
}

async function drill(world: World, name: string, fault: Fault): Promise<Verdict> {
  const page = await world.openPage();
  const load = new Load(page, world.nodes);
  const started_at = Date.now();
  load.start();
  await sleep(CALM_MS);
  const began_at = Date.now();
  const isFailover = await fault(world);
  await world.untilWhole();
  await load.stop(AFTERWARDS_MS);
  await world.untilQuiet();
  const failovers = world.database.failoversSince(started_at);
  const course = { fault: name, began_at, isFailover, failovers };
  const verdict = judge(await gatherEvidence(course, { world, page, load }));
  await page.receiver.close();
  return verdict;
}

/** @param judged gets each verdict at once, so that a drill that breaks off leaves the others */
async function run({ rounds, only = NAMES }: Options, world: World, judged: Verdict[]) {
  const all = Object.entries(faults(OWN, version));
  const isChosen = (name: string) =>
    only.includes(name) && (name !== "downgrade" || version !== OWN);
  await world.start();
  for (let round = 1; round <= rounds; round += 1)
    for (const [name, fault] of all.filter(([name]) => isChosen(name))) {
      const verdict = await drill(world, name, fault);
      judged.push(verdict);
      console.error([tableOf([verdict]), ...verdict.reasons, ...complaints(verdict)].join("\n"));
    }
}

const options = command.opts<Options>();
const tools = await fetchTools().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
const { version, remove } = findVersion(options.from ?? OWN.name);
if (version !== OWN) await build(OWN);
const world = new World(tools, version, await MailServer.open());
for (const event of ["SIGINT", "SIGTERM", "uncaughtException"])
  process.once(event, (reason) => {
    console.error(reason);
    void world.end(options.keep).finally(() => process.exit(1));
  });
const judged: Verdict[] = [];
try {
  await run(options, world, judged);
  const wrong = judged.flatMap(complaints);
  console.log(wrong.length === 0 ? "Nothing was lost." : wrong.join("\n"));
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  console.log(tableOf(judged));
  await world.end(options.keep);
  remove();
}
