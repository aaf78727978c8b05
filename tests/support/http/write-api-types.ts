import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { typesOf } from "#tests/client/generate.ts";
import { ROOT } from "#tests/support/code/sources.ts";
import { document } from "#tests/support/http/document.ts";

writeFileSync(join(ROOT, "tests/client/api.d.ts"), await typesOf(document));
