import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { TOKENS, tokenSheet } from "#lib/pages/branding/tokens.ts";
import { ROOT, readStyles } from "#tests/support/code/sources.ts";

const sheetFor = (theme_configs: Record<string, unknown> | null) => tokenSheet({ theme_configs });

test("every choice of every token sets the variable of its name, and the style sheets use it", () => {
  const styles = readStyles("app/(public)/_css");
  for (const [token, choices] of Object.entries(TOKENS)) {
    for (const [choice, value] of Object.entries(choices))
      expect(sheetFor({ [token]: choice })).toBe(`:root{--${token}:${value}}`);
    expect(styles, token).toContain(`var(--${token}`);
  }
});

test("what is no token, or no choice of it, changes nothing and reaches no style sheet", () => {
  expect(sheetFor(null)).toBe("");
  const hostile = "}</style><script>hit()</script>";
  for (const choice of [hostile, "constructor", "__proto__", 1, null, {}, ["none"], true])
    expect(sheetFor({ radius: choice, [hostile]: "none", unknown: "none" }), String(choice)).toBe(
      "",
    );
  expect(sheetFor({ radius: "none", width: hostile, density: "compact" })).toBe(
    ":root{--radius:0;--density:0.7}",
  );
});

test("corners, width and room in the style sheets follow the tokens, all of them", () => {
  const styles = readStyles("app/(public)/_css");
  const corners = [...styles.matchAll(/border-radius:\s*([^;]+);/g)].map(([, value = ""]) => value);
  expect(corners.length).toBeGreaterThan(3);
  const fixed = corners.filter(
    (value) => !value.includes("var(--radius") && !/^(3px|50%)$/.test(value),
  );
  expect(fixed).toEqual([]);
});

test("docs/appearance.md tells of every token and its choices, and of no other", () => {
  const text = readFileSync(join(ROOT, "docs/appearance.md"), "utf8").split("## Design tokens")[1];
  const rows = (text?.split("##")[0] ?? "").match(/^\| `.+$/gm) ?? [];
  const told = rows.map((row) => [...row.matchAll(/`([\w-]+)`/g)].map(([, word]) => word));
  expect(told).toEqual(
    Object.entries(TOKENS).map(([token, choices]) => [token, ...Object.keys(choices)]),
  );
});
