import { LRUCache } from "lru-cache";
import { GRAPHICS, readable, TEXT, tint, worstContrast } from "#lib/public-page/look/contrast.ts";
import type { Settings } from "#lib/status-pages/schema.ts";

export type Seeds = Pick<
  Settings,
  | "link_color"
  | "header_bg_color1"
  | "header_bg_color2"
  | "header_fg_color"
  | "status_ok_color"
  | "status_minor_color"
  | "status_major_color"
  | "status_maintenance_color"
>;

/** The grounds of public.css; its other neutral colours are made for them. */
export const GROUND = { light: "#ffffff", dark: "#12161b" };
const TINT_LIGHTNESS = { light: 0.972, dark: 0.245 };

type Scheme = keyof typeof GROUND;
export type Palette = Record<string, string>;

const STATES = {
  o: "status_ok_color",
  n: "status_minor_color",
  j: "status_major_color",
  p: "status_maintenance_color",
} as const;

/** Graphics, text and ground of one hue, readable on each other and on the page. */
function shades(seed: string, scheme: Scheme): Record<"s" | "t" | "b", string> {
  const ground = GROUND[scheme];
  const soft = tint(seed, TINT_LIGHTNESS[scheme]);
  return {
    s: readable(seed, [ground, soft], GRAPHICS),
    t: readable(seed, [ground, soft], TEXT),
    b: soft,
  };
}

/**
 * The colours of a page in one scheme, by the name of their CSS variable: for each state (o
 * operational, n minor, j major, p planned) the graphics colour, `-t` its text and `-b` its ground;
 * the link; the header's two grounds and text. Text reaches 4.5 : 1 on every ground it can stand
 * on, graphics 3 : 1.
 */
export function palette(seeds: Seeds, scheme: Scheme): Palette {
  const colors: Palette = {};
  const grounds = [GROUND[scheme]];
  for (const [name, setting] of Object.entries(STATES)) {
    const { s, t, b } = shades(`#${seeds[setting]}`, scheme);
    grounds.push(b);
    colors[name] = s;
    colors[`${name}-t`] = t;
    colors[`${name}-b`] = b;
  }
  colors.link = readable(`#${seeds.link_color}`, grounds, TEXT);
  return { ...colors, ...header(seeds) };
}

/**
 * The header's grounds move away from its text; where they end up on both sides of it there is one
 * ground, and the text moves.
 */
function header({ header_fg_color, header_bg_color1, header_bg_color2 }: Seeds): Palette {
  const text = `#${header_fg_color}`;
  const head1 = readable(`#${header_bg_color1}`, [text], TEXT);
  const head2 = readable(`#${header_bg_color2}`, [text], TEXT);
  const head = readable(text, [head1, head2], TEXT);
  if (worstContrast(head, [head1, head2]) >= TEXT) return { head1, head2, head };
  return { head1, head2: head1, head: readable(text, [head1], TEXT) };
}

function variables(selector: string, colors: Palette): string {
  const declarations = Object.entries(colors).map(([name, color]) => `--${name}:${color}`);
  return `${selector}{${declarations.join(";")}}`;
}

const sheets = new LRUCache<string, string>({ max: 1_000 });

function remembered(key: string, rules: (scheme: Scheme) => string): string {
  const known = sheets.get(key);
  if (known !== undefined) return known;
  const sheet = `${rules("light")}@media(prefers-color-scheme:dark){${rules("dark")}}`;
  sheets.set(key, sheet);
  return sheet;
}

/**
 * The style sheet that sets a page's colours, light and dark. Derived once for every set of seeds.
 */
export function themeSheet(seeds: Seeds): string {
  const { link_color, header_bg_color1, header_bg_color2, header_fg_color } = seeds;
  const key = [
    link_color,
    header_bg_color1,
    header_bg_color2,
    header_fg_color,
    ...Object.values(STATES).map((name) => seeds[name]),
  ].join();
  return remembered(key, (scheme) => variables(":root", palette(seeds, scheme)));
}

/** The class by which an incident type has its own colour. */
export function colorClass({ id }: { id: number }): string {
  return `y${id}`;
}

/**
 * The style sheet that sets the colours of a page's own incident types, over those of their base
 * severities.
 */
export function typeSheet(types: Iterable<{ id: number; color: string | null }>): string {
  const colored = Array.from(types).flatMap((type) =>
    type.color ? [{ name: colorClass(type), seed: `#${type.color}` }] : [],
  );
  if (colored.length === 0) return "";
  const key = colored.map(({ name, seed }) => name + seed).join();
  return remembered(key, (scheme) =>
    colored.map(({ name, seed }) => variables(`.${name}.${name}`, shades(seed, scheme))).join(""),
  );
}
