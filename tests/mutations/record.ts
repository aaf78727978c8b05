import { appendFileSync } from "node:fs";
import { join } from "node:path";

/*
 * Preloaded into every process of a recording run: instrumented code counts each mutant that it
 * reaches in an object, and this one writes down the first time. It does so at once, since
 * processes of tests are killed.
 */

const folder = process.env.MUTATIONS_RECORD ?? "";
const reached: Record<string, number> = {};

const notes = new Proxy(reached, {
  set(counts, id: string, count: number) {
    const worker = process.env.TEST_WORKER_INDEX ?? "runner";
    if (!(id in counts)) appendFileSync(join(folder, worker), `${id}\n`);
    counts[id] = count;
    return true;
  },
});

Object.assign(globalThis, { __stryker__: { mutantCoverage: { static: notes, perTest: {} } } });
