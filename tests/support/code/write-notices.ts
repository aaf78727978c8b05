import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#tests/support/code/sources.ts";
import { noticesOf } from "#tests/support/data/notices.ts";

const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
writeFileSync(join(ROOT, "THIRD-PARTY-NOTICES"), noticesOf(lock));
