import { TEXT, worstContrast } from "#lib/pages/branding/contrast.ts";
import { GROUND, palette, type Seeds } from "#lib/pages/branding/theme.ts";

const SHOWN = {
  link_color: "link",
  incident_link_color: "ilink",
  status_ok_color: "o-t",
  status_minor_color: "n-t",
  status_major_color: "j-t",
  status_maintenance_color: "p-t",
} as const;

export type ContrastReport = {
  name: keyof typeof SHOWN | "header_fg_color";
  scheme: keyof typeof GROUND;
  /** `#rrggbb` */
  chosen: string;
  ratio: number;
  is_good: boolean;
  shown: string;
  shown_ratio: number;
};

function contrastIn(seeds: Seeds, scheme: ContrastReport["scheme"]): ContrastReport[] {
  const colors = palette(seeds, scheme);
  const { head = "", head1 = "", head2 = "" } = colors;
  const one = (
    name: ContrastReport["name"],
    chosen: string,
    shown: string,
    grounds: string[],
  ): ContrastReport => {
    const ratio = worstContrast(chosen, grounds);
    const shown_ratio = worstContrast(shown, grounds);
    return { name, scheme, chosen, ratio, is_good: ratio >= TEXT, shown, shown_ratio };
  };
  const texts = Object.entries(SHOWN).flatMap(([key, variable]) => {
    const name = key as keyof typeof SHOWN;
    const seed = seeds[name];
    const shown = colors[variable];
    return seed && shown ? [one(name, `#${seed}`, shown, [GROUND[scheme]])] : [];
  });
  return [...texts, one("header_fg_color", `#${seeds.header_fg_color}`, head, [head1, head2])];
}

const PAINTED = {
  link_color: "link",
  incident_link_color: "ilink",
  incident_header_color: "band",
  status_ok_color: "o",
  status_minor_color: "n",
  status_major_color: "j",
  status_maintenance_color: "p",
  header_bg_color1: "head1",
  header_bg_color2: "head2",
  header_fg_color: "head",
} as const satisfies Record<keyof Seeds, string>;

type Scheme = keyof typeof GROUND;

type ShownColors = Record<string, Record<Scheme, string | null>>;

function shownColors(seeds: Seeds): ShownColors {
  const colors = { light: palette(seeds, "light"), dark: palette(seeds, "dark") };
  const entries = Object.entries(PAINTED).map(([name, variable]) => {
    const of = (scheme: Scheme) => colors[scheme][variable] ?? null;
    return [name, { light: of("light"), dark: of("dark") }];
  });
  return Object.fromEntries(entries) as ShownColors;
}

export type AppearanceReport = { contrast: ContrastReport[]; shown: ShownColors };

/**
 * Contrast of the chosen colors and the colors shown instead, `#rrggbb`, for light and dark pages.
 */
export function appearanceReport(seeds: Seeds): AppearanceReport {
  return {
    contrast: [...contrastIn(seeds, "light"), ...contrastIn(seeds, "dark")],
    shown: shownColors(seeds),
  };
}
