import { expect, test } from "@playwright/test";
import { readable, through, tint, veil, worstContrast } from "#lib/pages/branding/contrast.ts";

const READABLE: [seed: string, against: string[], ratio: number, color: string][] = [
  ["#0b5cad", ["#ffffff"], 4.5, "#0b5cad"],
  ["#ffcc00", ["#ffffff"], 4.5, "#907200"],
  ["#ffcc00", ["#ffffff", "#f0f0f0"], 3, "#a98600"],
  ["#112233", ["#000000"], 4.5, "#63778c"],
  ["#112233", ["#12161b"], 4.5, "#6d8196"],
  ["#777777", ["#777777"], 4.5, "#060606"],
  ["#808080", ["#000000", "#ffffff"], 4.5, "#000000"],
  ["#ffffff", ["#ffffff"], 3, "#000000"],
  ["#000000", ["#000000"], 3, "#ffffff"],
  ["#aa0000", ["#999999"], 4.5, "#6c0000"],
  ["#aa0000", ["#606060"], 4.5, "#ffd1c9"],
];

test("a color moves only as far as it must to be readable, towards the side with room", () => {
  for (const [seed, against, ratio, color] of READABLE)
    expect(readable(seed, against, ratio), `${seed} on ${against}`).toBe(color);
});

test("a background of a hue is pale, on light screens and on dark ones", () => {
  const tints: [seed: string, lightness: number, color: string][] = [
    ["#ff0000", 0.95, "#ffe9e5"],
    ["#ff0000", 0.51, "#76605c"],
    ["#ff0000", 0.5, "#7d5953"],
    ["#ff0000", 0.2, "#290b08"],
    ["#808080", 0.9, "#dedede"],
  ];
  for (const [seed, lightness, color] of tints) expect(tint(seed, lightness)).toBe(color);
});

test("a veil is as transparent as its text allows, and opaque where no veil would do", () => {
  const veils: [ground: string, text: string, ratio: number, color: string][] = [
    ["#ffffff", "#000000", 3, "#ffffff66"],
    ["#ffffff", "#000000", 4.5, "#ffffff80"],
    ["#ffffff", "#000000", 15, "#ffffffe6"],
    ["#000000", "#ffffff", 4.5, "#0000008c"],
    ["#112233", "#ffffff", 4.5, "#112233a6"],
    ["#808080", "#ffffff", 3, "#808080e6"],
    ["#808080", "#ffffff", 4.5, "#808080ff"],
    ["#777777", "#777777", 3, "#777777ff"],
  ];
  for (const [ground, text, ratio, color] of veils) expect(veil(ground, text, ratio)).toBe(color);
});

test("what shows through a veil is mixed by its opacity, and the worst contrast counts", () => {
  const mixed: [veil: string, behind: string, color: string][] = [
    ["#00000080", "#ffffff", "#7f7f7f"],
    ["#ff000000", "#123456", "#123456"],
    ["#ff0000ff", "#123456", "#ff0000"],
    ["#10203040", "#ffffff", "#c3c7cb"],
  ];
  for (const [over, behind, color] of mixed) expect(through(over, behind)).toBe(color);
  expect(worstContrast("#000000", ["#ffffff"])).toBeCloseTo(21, 5);
  expect(worstContrast("#000000", ["#ffffff", "#000000"])).toBeCloseTo(1, 5);
});
