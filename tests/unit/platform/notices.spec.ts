import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { ROOT } from "#tests/support/code/sources.ts";
import { type Lock, noticesOf } from "#tests/support/data/notices.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const lock = JSON.parse(read("package-lock.json")) as Lock;

test("THIRD-PARTY-NOTICES is what npm run notices makes of the lock", () => {
  expect(read("THIRD-PARTY-NOTICES") === noticesOf(lock), "run npm run notices").toBe(true);
});

test("the notices list what is installed to run, by license, and nothing that only develops", () => {
  const packages = {
    "": { version: "1.0.0", license: "MIT" },
    "tests/client": { version: "1.0.0" },
    "node_modules/client": { link: true },
    "node_modules/b": { version: "2.0.0", license: "ISC" },
    "node_modules/b/node_modules/@s/a": { version: "1.1.0", license: "ISC" },
    "node_modules/@s/a": { version: "1.0.0", license: "0BSD" },
    "node_modules/tester": { version: "3.0.0", license: "MIT", dev: true },
  };
  const listed = noticesOf({ packages }).split("## Packages by license\n")[1];
  expect(listed?.match(/^(###|-) .*$/gm)).toEqual([
    "### 0BSD",
    "- @s/a 1.0.0",
    "### ISC",
    "- @s/a 1.1.0",
    "- b 2.0.0",
  ]);
  const nameless = { packages: { "node_modules/c": { version: "1.0.0" } } };
  expect(() => noticesOf(nameless)).toThrow("no license of c");
});

test("only the library of sharp is copyleft, and the notices say where its source is", () => {
  const copyleft = Object.entries(lock.packages)
    .filter(([, { dev, license = "" }]) => !dev && /GPL/.test(license) && !/ OR /.test(license))
    .map(([path]) => path);
  expect(copyleft.length).toBeGreaterThan(0);
  expect(copyleft.filter((path) => !path.startsWith("node_modules/@img/sharp-"))).toEqual([]);
  expect(noticesOf(lock)).toContain("https://github.com/lovell/sharp-libvips");
});
