import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { noticesOf } from "./notices.ts";
import { ROOT } from "./sources.ts";

const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
writeFileSync(join(ROOT, "THIRD-PARTY-NOTICES"), noticesOf(lock));
