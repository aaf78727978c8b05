import { expect, test } from "@playwright/test";
import { wcagContrast } from "culori";
import fc from "fast-check";
import { readable } from "#lib/public-page/look/contrast.ts";
import { GROUND, palette, type Seeds, themeSheet } from "#lib/public-page/look/theme.ts";
import { parseSettings } from "#lib/status-pages/schema.ts";

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => value.toString(16).padStart(6, "0"));
const seeds: fc.Arbitrary<Seeds> = fc.record({
  link_color: color,
  header_bg_color1: color,
  header_bg_color2: color,
  header_fg_color: color,
  status_ok_color: color,
  status_minor_color: color,
  status_major_color: color,
  status_maintenance_color: color,
});

const black = Object.fromEntries(
  Object.keys(parseSettings({})).map((name) => [name, "000000"]),
) as Seeds;

test("whatever colours an operator chooses, text reaches 4.5 : 1 and graphics 3 : 1, light and dark", () => {
  fc.assert(
    fc.property(seeds, fc.constantFrom("light" as const, "dark" as const), (chosen, scheme) => {
      const colors = palette(chosen, scheme);
      const contrast = (name: string, ground: string) => wcagContrast(colors[name] ?? "", ground);
      for (const state of ["o", "n", "j", "p"]) {
        for (const ground of [GROUND[scheme], colors[`${state}-b`] ?? ""]) {
          expect(contrast(`${state}-t`, ground)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(state, ground)).toBeGreaterThanOrEqual(3);
          expect(contrast("link", ground)).toBeGreaterThanOrEqual(4.5);
        }
      }
      expect(contrast("head", colors.head1 ?? "")).toBeGreaterThanOrEqual(4.5);
      expect(contrast("head", colors.head2 ?? "")).toBeGreaterThanOrEqual(4.5);
    }),
    {
      numRuns: 60,
      examples: [[{ ...black, header_bg_color1: "00002c", header_fg_color: "118670" }, "light"]],
    },
  );
});

test("a colour that is readable already stays as the operator chose it", () => {
  expect(readable("#0b5cad", ["#ffffff"], 4.5)).toBe("#0b5cad");
});

test("the sheet holds nothing but variables and colours, and is derived once", () => {
  const sheet = themeSheet(parseSettings({}));
  expect(sheet).toMatch(
    /^:root\{(--[a-z0-9-]+:#[0-9a-f]{6};?)+\}@media\(prefers-color-scheme:dark\)\{:root\{(--[a-z0-9-]+:#[0-9a-f]{6};?)+\}\}$/,
  );
  expect(themeSheet(parseSettings({ name: "other" }))).toBe(sheet);
});
