import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { typesOf } from "#tests/client/generate.ts";
import { ROOT } from "#tests/support/code/sources.ts";
import { document } from "#tests/support/http/document.ts";

test("the client's types are those of the document: `npm run api:types` makes them", async () => {
  const written = readFileSync(join(ROOT, "tests/client/api.d.ts"), "utf8");
  expect(
    written === (await typesOf(document)),
    "tests/client/api.d.ts is out of date: npm run api:types",
  ).toBe(true);
});
