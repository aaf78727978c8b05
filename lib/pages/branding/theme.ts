import { LRUCache } from "lru-cache";
import {
  GRAPHICS,
  readable,
  TEXT,
  tint,
  veil,
  worstContrast,
} from "#lib/pages/branding/contrast.ts";
import { parseSettings, type Settings } from "#lib/pages/schema.ts";

const SEEDS = [
  "link_color",
  "header_bg_color1",
  "header_bg_color2",
  "header_fg_color",
  "incident_header_color",
  "incident_link_color",
  "status_ok_color",
  "status_minor_color",
  "status_major_color",
  "status_maintenance_color",
] as const;

export type Seeds = Pick<Settings, (typeof SEEDS)[number]>;

/** Backgrounds of public.css; its neutral colors depend on them. */
export const GROUND = { light: "#ffffff", dark: "#12161b" };
const INK = { light: "#14181d", dark: "#e8ebee" };
const TINT_LIGHTNESS = { light: 0.965, dark: 0.265 };

type Scheme = keyof typeof GROUND;
export type Palette = Record<string, string>;

const STATES = {
  o: "status_ok_color",
  n: "status_minor_color",
  j: "status_major_color",
  p: "status_maintenance_color",
} as const;

/** Graphics, text and background colors of one hue, readable on each other and on the page. */
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
 * The colors of a page in one scheme, by CSS variable. States are o (operational), n (minor), j
 * (major) and p (planned), each with `-t` for text and `-b` for background. Text reaches 4.5 : 1 on
 * every background it can have, graphics 3 : 1.
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
  const { incident_link_color } = seeds;
  if (incident_link_color) colors.ilink = readable(`#${incident_link_color}`, grounds, TEXT);
  const band = chosen(seeds, "incident_header_color");
  if (band) colors.band = readable(band, grounds, GRAPHICS);
  const head = header(seeds, scheme);
  const veils = {
    veil1: veil(head.head1, head.head, TEXT),
    veil2: veil(head.head2, head.head, TEXT),
  };
  return { ...colors, ...head, ...veils };
}

const DEFAULTS = parseSettings({});
type Paint = Exclude<keyof Seeds, "incident_link_color">;

/** Clients send defaults back, so a default color does not count as chosen. */
function chosen(seeds: Seeds, name: Paint): string | null {
  const color = `#${seeds[name]}`.toLowerCase();
  return color === `#${DEFAULTS[name]}`.toLowerCase() ? null : color;
}

type Header = Record<"head1" | "head2" | "head", string>;

/** Without chosen colors the header looks like the page, so that only the state has a color. */
function header(seeds: Seeds, scheme: Scheme): Header {
  const text = chosen(seeds, "header_fg_color");
  const first = chosen(seeds, "header_bg_color1") ?? chosen(seeds, "header_bg_color2");
  if (first === null) {
    const ground = GROUND[scheme];
    return { head1: ground, head2: ground, head: readable(text ?? INK[scheme], [ground], TEXT) };
  }
  const grounds = [first, chosen(seeds, "header_bg_color2") ?? first];
  return headerOf(grounds, text ?? clearest(Object.values(GROUND), grounds));
}

function clearest(colors: readonly string[], grounds: readonly string[]): string {
  const sorted = colors.toSorted((a, b) => worstContrast(b, grounds) - worstContrast(a, grounds));
  return sorted[0] ?? "#000000";
}

/** If the backgrounds end up on both sides of the text, the first is used alone. */
function headerOf([ground1 = "", ground2 = ""]: readonly string[], text: string): Header {
  const head1 = readable(ground1, [text], TEXT);
  const head2 = readable(ground2, [text], TEXT);
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

/** Cached per set of colors. */
export function themeSheet(seeds: Seeds): string {
  const key = SEEDS.map((name) => seeds[name]).join();
  return remembered(key, (scheme) => variables(":root", palette(seeds, scheme)));
}

export function colorClass({ id }: { id: number }): string {
  return `y${id}`;
}

/** Colors of the page's own incident types. */
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

/** @param address a path of ours, so it needs no escaping */
export function backdropSheet(address: string): string {
  const veils = "linear-gradient(100deg,var(--veil1),var(--veil2))";
  return `.big-logo{background:${veils},url(${address}) center/cover}`;
}
