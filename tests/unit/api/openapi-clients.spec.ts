import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { document } from "#tests/support/http/document.ts";

type Operation = { operationId: string };

const operations = Object.values(document.paths)
  .flatMap((methods) => Object.values(methods) as unknown as Operation[])
  .map(({ operationId }) => operationId);

function isThere(tool: string): boolean {
  return spawnSync(tool, ["--help"]).error === undefined;
}

type Run = (file: string, folder: string) => { args: string[]; generated?: () => string[] };

function lower(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.replaceAll("_", "").toLowerCase()))].sort();
}

/** Modules of `api` in a client for Python: one for each operation. */
function modulesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap(
    (path) => /api\/\w+\/(?!__init__)(\w+)\.py$/.exec(path)?.[1] ?? [],
  );
}

const TOOLS: Record<string, Run> = {
  "openapi-spec-validator": (file) => ({ args: [file] }),
  redocly: (file) => ({ args: ["lint", file] }),
  "openapi-python-client": (file, folder) => ({
    args: ["generate", "--path", file, "--output-path", folder, "--overwrite", "--meta", "none"],
    generated: () => modulesBelow(folder),
  }),
  "oapi-codegen": (file, folder) => ({
    args: ["-generate", "types,client", "-package", "client", "-o", `${folder}.go`, file],
    generated: () =>
      Array.from(
        readFileSync(`${folder}.go`, "utf8").matchAll(/^func New(\w+)Request(?:WithBody)?\(/gm),
        ([, name = ""]) => name,
      ),
  }),
};

// They come with other ecosystems: where one is installed, it has to take the document.
for (const [tool, run] of Object.entries(TOOLS))
  test(`${tool} takes the document as it is, and drops no operation`, () => {
    const info = test.info();
    test.skip(!isThere(tool), `${tool} is not installed`);
    const file = info.outputPath("openapi.json");
    writeFileSync(file, JSON.stringify(document));
    const { args, generated } = run(file, join(info.outputDir, "client"));
    const { status, stdout, stderr } = spawnSync(tool, args, { encoding: "utf8" });
    expect(status, `${stdout}${stderr}`).toBe(0);
    expect(`${stdout}${stderr}`).not.toContain("removal of");
    if (!generated) return;
    const names = lower(generated());
    expect(lower(operations).filter((name) => !names.includes(name))).toEqual([]);
  });

test("no schema requires a field twice", () => {
  const twice = Object.entries(document.components.schemas ?? {}).flatMap(([name, schema]) => {
    const { required = [] } = schema as { required?: string[] };
    return new Set(required).size < required.length ? [name] : [];
  });
  expect(twice).toEqual([]);
});
