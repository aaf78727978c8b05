import { LRUCache } from "lru-cache";
import { GRAPHICS, readable, TEXT, tint } from "#lib/public-page/contrast.ts";
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

export type Scheme = keyof typeof GROUND;
export type Palette = Record<string, string>;

const STATES = { o: "status_ok_color", n: "status_minor_color", j: "status_major_color", p: "status_maintenance_color" } as const;

/**
 * The colours of a page in one scheme, by the name of their CSS variable: for each state (o operational, n minor, j major, p planned)
 * the graphics colour, `-t` its text and `-b` its ground; the link; the header's two grounds and text. Text reaches 4.5 : 1 on every
 * ground it can stand on, graphics 3 : 1.
 */
export function palette(seeds: Seeds, scheme: Scheme): Palette {
  const ground = GROUND[scheme];
  const colors: Palette = {};
  const grounds = [ground];
  for (const [name, setting] of Object.entries(STATES)) {
    const seed = `#${seeds[setting]}`;
    const soft = tint(seed, TINT_LIGHTNESS[scheme]);
    grounds.push(soft);
    colors[name] = readable(seed, [ground, soft], GRAPHICS);
    colors[`${name}-t`] = readable(seed, [ground, soft], TEXT);
    colors[`${name}-b`] = soft;
  }
  colors.link = readable(`#${seeds.link_color}`, grounds, TEXT);
  const text = `#${seeds.header_fg_color}`;
  colors.head1 = readable(`#${seeds.header_bg_color1}`, [text], TEXT);
  colors.head2 = readable(`#${seeds.header_bg_color2}`, [text], TEXT);
  colors.head = readable(text, [colors.head1, colors.head2], TEXT);
  return colors;
}

function variables(colors: Palette): string {
  return `:root{${Object.entries(colors)
    .map(([name, color]) => `--${name}:${color}`)
    .join(";")}}`;
}

const sheets = new LRUCache<string, string>({ max: 1_000 });

/** The style sheet that sets a page's colours, light and dark. Derived once for every set of seeds. */
export function themeSheet(seeds: Seeds): string {
  const { link_color, header_bg_color1, header_bg_color2, header_fg_color } = seeds;
  const key = [link_color, header_bg_color1, header_bg_color2, header_fg_color, ...Object.values(STATES).map((name) => seeds[name])].join();
  const known = sheets.get(key);
  if (known) return known;
  const sheet = `${variables(palette(seeds, "light"))}@media(prefers-color-scheme:dark){${variables(palette(seeds, "dark"))}}`;
  sheets.set(key, sheet);
  return sheet;
}
