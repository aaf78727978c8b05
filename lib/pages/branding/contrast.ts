import { clampChroma, converter, formatHex, parse, wcagContrast, wcagLuminance } from "culori";

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

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function toHex(values: number[]): string {
  return values.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("");
}

/** The color that results from a translucent veil over an opaque color. */
export function through(veil: string, behind: string): string {
  const alpha = Number.parseInt(veil.slice(7), 16) / 255;
  const back = channels(behind);
  return `#${toHex(channels(veil).map((value, i) => alpha * value + (1 - alpha) * (back[i] ?? 0)))}`;
}

const THINNEST = 0.4;
const VEIL_STEP = 0.05;
// Blending may be off by one step of a channel.
const ROUNDING = 0.1;

/** As transparent as possible while text on it stays readable over any picture: `#rrggbbaa`. */
export function veil(ground: string, text: string, ratio: number): string {
  for (let alpha = THINNEST; alpha < 1; alpha += VEIL_STEP) {
    const candidate = `${ground}${toHex([alpha * 255])}`;
    const [darkest, lightest] = ["#000000", "#ffffff"].map((behind) => through(candidate, behind));
    const extremes = [darkest ?? ground, lightest ?? ground];
    const sides = new Set(extremes.map((color) => wcagLuminance(color) > wcagLuminance(text)));
    if (sides.size === 1 && worstContrast(text, extremes) >= ratio + ROUNDING) return candidate;
  }
  return `${ground}ff`;
}

const STEP = 0.005;

/**
 * The closest color of the same hue that reaches a contrast ratio against all others. Only the
 * lightness moves; black or white is the last resort.
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

/** A pale background of the same hue. */
export function tint(seed: string, lightness: number): string {
  const color = lch(seed);
  return hex({ ...color, l: lightness, c: Math.min(color.c, lightness > 0.5 ? 0.03 : 0.05) });
}
