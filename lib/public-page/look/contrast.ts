import { clampChroma, converter, formatHex, parse, wcagContrast } from "culori";

const toOklch = converter("oklch");

export const TEXT = 4.5;
export const GRAPHICS = 3;

type Lch = { mode: "oklch"; l: number; c: number; h?: number };

function lch(color: string): Lch {
  return toOklch(parse(color)) ?? { mode: "oklch", l: 0, c: 0 };
}

function hex(color: Lch): string {
  return formatHex(clampChroma(color, "oklch"));
}

export function worstContrast(color: string, others: readonly string[]): number {
  return Math.min(...others.map((other) => wcagContrast(color, other)));
}

const STEP = 0.005;

/**
 * The colour nearest to a seed, of its hue, whose contrast to every one of some colours reaches a
 * ratio. Only its lightness moves, away from them; black or white where nothing else suffices.
 * @param seed `#rrggbb`
 */
export function readable(seed: string, against: readonly string[], ratio: number): string {
  const color = lch(seed);
  if (worstContrast(hex(color), against) >= ratio) return hex(color);
  const mean = against.reduce((sum, other) => sum + lch(other).l, 0) / against.length;
  const direction =
    wcagContrast("#ffffff", hex({ mode: "oklch", l: mean, c: 0 })) >= ratio && mean < 0.6 ? 1 : -1;
  for (let l = color.l; l > 0 && l < 1; l += direction * STEP) {
    const candidate = hex({ ...color, l });
    if (worstContrast(candidate, against) >= ratio) return candidate;
  }
  return worstContrast("#ffffff", against) > worstContrast("#000000", against)
    ? "#ffffff"
    : "#000000";
}

/** A seed's hue as a faint ground for text. */
export function tint(seed: string, lightness: number): string {
  const color = lch(seed);
  return hex({ ...color, l: lightness, c: Math.min(color.c, lightness > 0.5 ? 0.022 : 0.035) });
}
