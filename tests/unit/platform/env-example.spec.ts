import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

test(".env.example names every variable that lib/platform/config reads, with its default", () => {
  const source = ["env", "oidc-settings"].map((name) => read(`lib/platform/config/${name}.ts`));
  const setting = /^ {2,4}([A-Z_]+): ([^;]+?),$(?=\n {2,4}[A-Z.]|\n {2}\}|\n\})/gm;
  const declared = [...source.join("").matchAll(setting)].map(([, name = "", schema = ""]) => ({
    name,
    fallback: /\.default\(\s*"?([^",)]+)"?,?\s*\)/.exec(schema)?.[1],
  }));
  const shown = new Map(
    [...read(".env.example").matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
  expect(declared.length).toBeGreaterThan(5);
  expect([...shown.keys()].sort()).toEqual(declared.map(({ name }) => name).sort());
  for (const { name, fallback } of declared)
    if (fallback !== undefined) expect(shown.get(name), name).toBe(fallback);
});
