import { expect, test } from "@playwright/test";
import { wcagContrast } from "culori";
import fc from "fast-check";
import { readable, through } from "#lib/pages/branding/contrast.ts";
import { GROUND, palette, type Seeds, themeSheet } from "#lib/pages/branding/theme.ts";
import { parseSettings } from "#lib/pages/schema.ts";

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => value.toString(16).padStart(6, "0"));
const seeds: fc.Arbitrary<Seeds> = fc.record({
  link_color: color,
  header_bg_color1: color,
  header_bg_color2: color,
  header_fg_color: color,
  incident_header_color: color,
  incident_link_color: fc.option(color),
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
          if (colors.ilink) expect(contrast("ilink", ground)).toBeGreaterThanOrEqual(4.5);
        }
      }
      if (colors.band) expect(contrast("band", GROUND[scheme])).toBeGreaterThanOrEqual(3);
      expect(contrast("head", colors.head1 ?? "")).toBeGreaterThanOrEqual(4.5);
      expect(contrast("head", colors.head2 ?? "")).toBeGreaterThanOrEqual(4.5);
    }),
    {
      numRuns: 60,
      examples: [[{ ...black, header_bg_color1: "00002c", header_fg_color: "118670" }, "light"]],
    },
  );
});

test("whatever picture is behind a header, its text reaches 4.5 : 1 through the veil", () => {
  fc.assert(
    fc.property(
      seeds,
      color,
      fc.constantFrom("light" as const, "dark" as const),
      (chosen, behind, scheme) => {
        const { head = "", veil1 = "", veil2 = "" } = palette(chosen, scheme);
        for (const veil of [veil1, veil2])
          expect(wcagContrast(head, through(veil, `#${behind}`))).toBeGreaterThanOrEqual(4.5);
      },
    ),
    { numRuns: 60 },
  );
});

test("the defaults that clients send along are no choice: header as the page, no band, no gradient", () => {
  const defaults = parseSettings({ header_bg_color1: "009688", header_fg_color: "FFFFFF" });
  for (const scheme of ["light", "dark"] as const) {
    const colors = palette(defaults, scheme);
    expect(colors).toMatchObject({ head1: GROUND[scheme], head2: GROUND[scheme] });
    expect([colors.band, colors.ilink]).toEqual([undefined, undefined]);
    const one = palette({ ...defaults, header_bg_color2: "112233" }, scheme);
    expect(one).toMatchObject({ head1: "#112233", head2: "#112233", head: "#ffffff" });
  }
});

test("a colour that is readable already stays as the operator chose it", () => {
  expect(readable("#0b5cad", ["#ffffff"], 4.5)).toBe("#0b5cad");
});

test("the sheet holds nothing but variables and colours, and is derived once", () => {
  const sheet = themeSheet(parseSettings({}));
  expect(sheet).toMatch(
    /^:root\{(--[a-z0-9-]+:#[0-9a-f]{6,8};?)+\}@media\(prefers-color-scheme:dark\)\{:root\{(--[a-z0-9-]+:#[0-9a-f]{6,8};?)+\}\}$/,
  );
  expect(themeSheet(parseSettings({ name: "other" }))).toBe(sheet);
});
