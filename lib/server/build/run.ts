import { type Program, programUrl } from "#lib/server/build/programs.ts";
import { claimBuild } from "#lib/server/build/sources.ts";

// `node lib/server/build/run.ts <program> [arguments]` uses the bundle if it matches the sources.
const [program] = process.argv.splice(2, 1);
await import(programUrl(program as Program, claimBuild()));
