import { randomInt } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import globalSetup from "#tests/support/server/global-setup.ts";
import { type Mutation, sample } from "./sample.ts";
import { COPY, pass, type Recorded, record, type Tier } from "./specs.ts";

const LEFT_OUT = /^(node_modules|test-results|\.git|\.data.*|\.next.*|\.mutations)$/;
const MAX_MS = 15 * 60_000;
const MIN_MS = 60_000;
/** A mutation may make specs this much slower, on a machine that others use, too. */
const SLOWER = 4;

function copySources(): void {
  rmSync(COPY, { recursive: true, force: true });
  mkdirSync(COPY);
  for (const name of readdirSync(".").filter((entry) => !LEFT_OUT.test(entry)))
    cpSync(name, join(COPY, name), { recursive: true, verbatimSymlinks: true });
  symlinkSync("../node_modules", join(COPY, "node_modules"));
}

const recorded = new Map<string, Promise<Recorded[]>>();

function recordedOnce(room: string, tier: Tier): Promise<Recorded[]> {
  const key = `${room} ${tier}`;
  const made = recorded.get(key) ?? record(room, tier, MAX_MS);
  recorded.set(key, made);
  return made;
}

/** The tier that notices a mutation; else whether any spec reaches it. */
async function noticedBy({ id, room }: Mutation, tiers: Tier[]): Promise<Tier | boolean> {
  let isReached = false;
  for (const tier of tiers) {
    const specs = (await recordedOnce(room, tier)).filter(({ reached }) => reached.has(id));
    if (specs.length === 0) continue;
    isReached = true;
    const usual_ms = specs.reduce((sum, { ms }) => sum + ms, 0);
    const files = specs.map(({ file }) => file);
    if (!(await pass(files, id, MIN_MS + SLOWER * usual_ms))) return tier;
  }
  return isReached;
}

function verdict(noticed: Tier | boolean): string {
  if (noticed === false) return "SURVIVED, reached by no spec";
  return noticed === true ? "SURVIVED" : `noticed by ${noticed}`;
}

function count(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It is a whole number.");
  return Number(text);
}

const rooms = readdirSync("lib");
const {
  count: wanted,
  seed,
  room,
  api,
} = new Command("npm run test:mutations --")
  .option("--count <number>", "how many lines to change, each once", count, 30)
  .option("--seed <number>", "which", count, randomInt(2 ** 31))
  .option("--room <names...>", "in which rooms of lib", rooms)
  .option("--api", "whether to try the specs of api, too", false)
  .parse()
  .opts<{ count: number; seed: number; room: string[]; api: boolean }>();

const { mutations, files } = await sample(room, wanted, seed);
copySources();
for (const { name, content } of files) writeFileSync(join(COPY, name), content);
process.argv.push("--project=db");
const cleanUp = await globalSetup();
let noticed = 0;
for (const mutation of mutations) {
  const found = await noticedBy(mutation, api ? ["unit", "db", "api"] : ["unit", "db"]);
  if (typeof found === "string") noticed += 1;
  const { file, line, was, becomes } = mutation;
  process.stdout.write(`${verdict(found)}: ${file}:${line}\n  - ${was}\n  + ${becomes}\n`);
}
cleanUp?.();
process.stdout.write(`seed ${seed}: ${noticed} of ${mutations.length} noticed\n`);
process.exit();
