import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { typesOf } from "../client/generate.ts";
import { document } from "./document.ts";
import { ROOT } from "./sources.ts";

writeFileSync(join(ROOT, "tests/client/api.d.ts"), await typesOf(document));
