import { programUrl } from "#lib/build/programs.ts";
import { isBuilt } from "#lib/build/sources.ts";

const dev = process.argv.includes("--dev");
const built = !dev && isBuilt();
const { startServer }: typeof import("#lib/server/start.ts") = await import(
  programUrl("supervisor", !built)
);
startServer({ dev, built });
