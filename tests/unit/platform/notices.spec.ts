import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { readLock, shippedPackages } from "#deploy/release/packages.ts";
import { ROOT } from "#tests/support/code/sources.ts";
import { noticesOf } from "#tests/support/data/notices.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const lock = readLock();

test("THIRD-PARTY-NOTICES is what npm run notices makes of the lock", () => {
  expect(read("THIRD-PARTY-NOTICES") === noticesOf(lock), "run npm run notices").toBe(true);
});

test("the notices list what runs, by license, and nothing that only builds or develops", () => {
  const packages = {
    "": { version: "1.0.0", license: "MIT", dependencies: { b: "2", "@s/a": "1" } },
    "tests/client": { version: "1.0.0" },
    "node_modules/client": {},
    "node_modules/b": {
      version: "2.0.0",
      license: "ISC",
      dependencies: { "@s/a": "1.1" },
      peerDependencies: { tester: "3" },
      peerDependenciesMeta: { tester: { optional: true } },
    },
    "node_modules/b/node_modules/@s/a": { version: "1.1.0", license: "ISC" },
    "node_modules/@s/a": { version: "1.0.0", license: "0BSD" },
    "node_modules/tester": { version: "3.0.0", license: "MIT" },
  };
  const listed = noticesOf({ packages }).split("## Packages by license\n")[1];
  expect(listed?.match(/^(###|-) .*$/gm)).toEqual([
    "### 0BSD",
    "- @s/a 1.0.0",
    "### ISC",
    "- @s/a 1.1.0",
    "- b 2.0.0",
  ]);
  const nameless = {
    packages: { "": { dependencies: { c: "1" } }, "node_modules/c": { version: "1.0.0" } },
  };
  expect(() => noticesOf(nameless)).toThrow("no license of c");
});

test("only the library of sharp is copyleft, and the notices say where its source is", () => {
  const copyleft = shippedPackages(lock).filter((path) => {
    const { license = "" } = lock.packages[path] ?? {};
    return /GPL/.test(license) && !/ OR /.test(license);
  });
  expect(copyleft.length).toBeGreaterThan(0);
  expect(copyleft.filter((path) => !path.startsWith("node_modules/@img/sharp-"))).toEqual([]);
  expect(noticesOf(lock)).toContain("https://github.com/lovell/sharp-libvips");
});
