import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { removeOldRuns, removeRun } from "#tests/support/server/remove-run.ts";
import { makeRunFolder } from "#tests/support/server/run.ts";
import { startTemplate } from "#tests/support/server/template.ts";
import { inLines, normalize } from "./normalize.ts";
import { type Keep, readAdmin, readApi, readPage } from "./pages.ts";
import { AFTER_READING, AT_THE_END, BEFORE_READING, type Ids, type Step } from "./story.ts";
import { openWorld, type World } from "./world.ts";

const [target] = process.argv.slice(2);
if (!target) throw new Error("npm run record -- FOLDER");

const keep: Keep = (path, text) => {
  const file = join(target, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

/** Keeps texts that came in any order: sorted, a file each. */
function keepAll(folder: string, texts: string[]): void {
  for (const [index, text] of texts.sort().entries())
    keep(`${folder}/${String(index + 1).padStart(2, "0")}`, text);
}

/** Without the line ends of its encoding, which may be within a token. */
function unfold(mail: string): string {
  return mail.replaceAll(/(?<!\?)=\r\n/g, "");
}

/** Takes the steps, and records after each what was sent because of it. */
async function take(world: World, steps: Record<string, Step>, ids: Ids): Promise<void> {
  const { mails, receiver } = world;
  for (const [name, step] of Object.entries(steps)) {
    await step(world, ids);
    await world.settle();
    const letters = mails.came
      .splice(0)
      .map(({ from, to, raw }) => `${from} → ${to}\n${unfold(raw)}`);
    keepAll(`mail/${name}`, letters.map(normalize));
    const calls = receiver.received.splice(0).map(({ method, path, headers, body }) => {
      const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}`);
      return inLines(normalize(`${path} ${method}\n${lines.sort().join("\n")}\n\n${body}\n`));
    });
    keepAll(`calls/${name}`, calls);
  }
}

async function record(world: World): Promise<void> {
  const ids: Ids = {};
  const { text } = await world.ask("/api/v2/openapi.json");
  keep("openapi.json", inLines(text));
  await world.call("PUT", "/orgs/1/status_pages/acme", {
    status_page: { languages: ["en", "de", "ar"], enable_embedding: true },
  });
  await readPage(keep, "pages/demo", world, "acme");
  await take(world, BEFORE_READING, ids);
  await readPage(keep, "pages/laden", world, "laden");
  await take(world, AFTER_READING, ids);
  await readPage(keep, "pages/laden-later", world, "laden");
  await readPage(keep, "pages/intern", world, "intern");
  await readAdmin(keep, world);
  await readApi(keep, world);
  await take(world, AT_THE_END, ids);
}

removeOldRuns();
const folder = await makeRunFolder();
process.env.TEST_FOLDER = folder;
process.once("exit", () => removeRun(folder));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
const since = performance.now();
await startTemplate(folder);
const world = await openWorld(folder);
await record(world).finally(() => world.close());
process.stdout.write(`recorded in ${((performance.now() - since) / 1000).toFixed(0)} s\n`);
process.exit();
