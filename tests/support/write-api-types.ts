import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { typesOf } from "../client/types.ts";
import { document } from "./contract.ts";
import { ROOT } from "./sources.ts";

writeFileSync(join(ROOT, "tests/client/api.d.ts"), await typesOf(document));
