import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT } from "#lib/server/build/sources.ts";

// `lib/server/build/build.ts` runs this: `next build`, whose result is moved to a folder of its own. Next must
// build in `.next`, since it writes the name of the folder into tsconfig.json.
const [made = "", complete = ""] = process.argv.splice(2, 2, "build");
// Next's cache, and the types that next-env.d.ts names.
const STAYS = ["cache", "types", "lock"];

function publish(): void {
  for (const entry of readdirSync(join(ROOT, ".next")))
    if (!STAYS.includes(entry)) renameSync(join(ROOT, ".next", entry), join(made, entry));
  if (existsSync(complete)) rmSync(made, { recursive: true });
  else renameSync(made, complete);
}

process.once("disconnect", () => process.exit(1));
process.channel?.unref();
// Before Next's own listener gives back its lock on `.next`.
process.once("exit", (code) => {
  if (code === 0) publish();
});
await import(createRequire(import.meta.url).resolve("next/dist/bin/next"));
