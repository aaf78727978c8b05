import { expect, test } from "@playwright/test";
import measure from "anafanafo";
import { wcagContrast } from "culori";
import fc from "fast-check";
import { parseSettings } from "#lib/pages/schema.ts";
import { type Badge, badgeLook, badgeSvg } from "#lib/site/badge.ts";

const SEEDS = parseSettings({});
const FLAT = badgeLook({});
const BADGE: Badge = {
  lang: "en",
  label: "Acme",
  state: "none",
  word: "Operational",
  sentence: "All systems operational",
};

function texts(svg: string): string[] {
  return [...svg.matchAll(/<text [^>]*>(.*?)<\/text>/g)].map(([, text = ""]) => text);
}

function numberOf(svg: string, name: string): number {
  return Number(new RegExp(`\\s${name}="(\\d+)"`).exec(svg)?.[1]);
}

test("a badge says whose state it is and what it is, to the eye and to who hears it", () => {
  const svg = badgeSvg(BADGE, SEEDS, FLAT);
  expect(texts(svg)).toEqual(["Acme", "Operational"]);
  expect(svg).toContain("<title>Acme: Operational</title><desc>All systems operational</desc>");
  expect(svg).toContain('role="img" lang="en"');
});

test("a badge acts on nothing and asks for nothing, whatever it is told", () => {
  const text = fc.string({ unit: "binary", maxLength: 60 });
  fc.assert(
    fc.property(text, text, text, (label, word, sentence) => {
      const evil = `<script>alert(1)</script>"'>&${label}`;
      const svg = badgeSvg({ ...BADGE, label: evil, word, sentence }, SEEDS, FLAT);
      expect(svg.match(/<[a-z]+/g)?.toSorted()).toEqual(
        [
          "<desc",
          "<g",
          "<path",
          "<path",
          "<path",
          "<style",
          "<svg",
          "<text",
          "<text",
          "<title",
        ].sort(),
      );
      expect(svg).not.toMatch(/\shref|url\(|@import/);
    }),
  );
});

test("a badge is as wide as its texts, and long ones are cut", () => {
  const widthOf = (label: string, word: string) => {
    const svg = badgeSvg({ ...BADGE, label, word }, SEEDS, FLAT);
    const lengths = [...svg.matchAll(/textLength="(\d+)"/g)].map(([, length]) => Number(length));
    expect(lengths).toEqual(
      texts(svg).map((text) => Math.ceil(measure(text, { font: "11px Verdana" }))),
    );
    expect(numberOf(svg, "width")).toBeGreaterThan(lengths[0] ?? 0 + (lengths[1] ?? 0));
    return numberOf(svg, "width");
  };
  expect(widthOf("iiii", "Down")).toBeLessThan(widthOf("WWWW", "Down"));
  expect(texts(badgeSvg({ ...BADGE, label: "🚀".repeat(50) }, SEEDS, FLAT))[0]).toBe(
    `${"🚀".repeat(39)}…`,
  );
});

test("a theme that is named is used alone; without one the reader's system decides", () => {
  const drawn = (theme?: string) => badgeSvg(BADGE, SEEDS, badgeLook({ theme }));
  const fills = (svg: string) =>
    [...svg.matchAll(/(?:fill|stroke)="(#\w+)"/g)].map(([, hex]) => hex);
  const [light, dark] = [drawn("light"), drawn("dark")];
  expect(fills(light)).toHaveLength(5);
  expect(fills(light)).not.toEqual(fills(dark));
  for (const svg of [light, dark]) expect(svg).not.toContain("<style>");
  for (const theme of [undefined, "", "red;}"]) {
    const both = drawn(theme);
    expect(both.replace(/<style>.*<\/style>/, "")).toBe(light);
    const [, sheet = ""] =
      /<style>@media\(prefers-color-scheme:dark\)\{(.*)\}<\/style>/.exec(both) ?? [];
    for (const color of fills(dark)) expect(sheet).toContain(`:${color}}`);
  }
});

test("every state is readable on its ground in both themes, whatever colours the operator chose", () => {
  const hex = fc.stringMatching(/^[0-9a-f]{6}$/);
  fc.assert(
    fc.property(hex, fc.constantFrom("light", "dark"), (color, theme) => {
      const seeds = { ...SEEDS, status_ok_color: color, status_major_color: color };
      for (const state of ["none", "major", "unknown"] as const) {
        const svg = badgeSvg({ ...BADGE, state }, seeds, badgeLook({ theme }));
        const fill = (name: string) =>
          new RegExp(`class="${name}" fill="(#\\w+)"`).exec(svg)?.[1] ?? "";
        expect(wcagContrast(fill("w"), fill("b"))).toBeGreaterThanOrEqual(4.5);
        expect(wcagContrast(fill("l"), fill("a"))).toBeGreaterThanOrEqual(4.5);
      }
    }),
    { numRuns: 30 },
  );
});
