import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readLock } from "#deploy/release/packages.ts";
import { ROOT } from "#tests/support/code/sources.ts";
import { noticesOf } from "#tests/support/data/notices.ts";

writeFileSync(join(ROOT, "THIRD-PARTY-NOTICES"), noticesOf(readLock()));
