import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { ROOT } from "#tests/support/code/sources.ts";

const FOLDER = join(ROOT, "db", "migrations");
const read = (name: string) => readFileSync(join(FOLDER, name));

test("a migration that databases may have run never changes", () => {
  const files = readdirSync(FOLDER).filter((name) => name !== "SHA256SUMS");
  const sums = files.map(
    (name) => `${createHash("sha256").update(read(name)).digest("hex")}  ${name}`,
  );
  expect(
    String(read("SHA256SUMS")).trim().split("\n").sort(),
    "Write a new migration instead, and add it: sha256sum NEW.ts >> SHA256SUMS",
  ).toEqual(sums.sort());
});
