import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT } from "#lib/server/build/sources.ts";

// Run by `lib/server/build/build.ts`: `next build`, then moves the result. Next must build in
// `.next`, whose name it writes into tsconfig.json.
const [draft = "", complete = ""] = process.argv.splice(2, 2, "build");
// Next's cache, and the types that next-env.d.ts refers to.
const STAYS = ["cache", "types", "lock"];

function publish(): void {
  for (const entry of readdirSync(join(ROOT, ".next")))
    if (!STAYS.includes(entry)) renameSync(join(ROOT, ".next", entry), join(draft, entry));
  if (existsSync(complete)) rmSync(draft, { recursive: true });
  else renameSync(draft, complete);
}

process.once("disconnect", () => process.exit(1));
process.channel?.unref();
// Must run before Next's own listener releases its lock on `.next`.
process.once("exit", (code) => {
  if (code === 0) publish();
});
await import(createRequire(import.meta.url).resolve("next/dist/bin/next"));
