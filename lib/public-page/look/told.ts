import { TEXT, worstContrast } from "#lib/public-page/look/contrast.ts";
import { GROUND, palette, type Seeds } from "#lib/public-page/look/theme.ts";

const SHOWN = {
  link_color: "link",
  incident_link_color: "ilink",
  status_ok_color: "o-t",
  status_minor_color: "n-t",
  status_major_color: "j-t",
  status_maintenance_color: "p-t",
} as const;

/** How a colour is read as it was chosen, and what the page shows in its place. */
export type Told = {
  name: keyof typeof SHOWN | "header_fg_color";
  scheme: keyof typeof GROUND;
  /** `#rrggbb` */
  chosen: string;
  ratio: number;
  is_good: boolean;
  shown: string;
  shown_ratio: number;
};

function toldIn(seeds: Seeds, scheme: Told["scheme"]): Told[] {
  const colors = palette(seeds, scheme);
  const { head = "", head1 = "", head2 = "" } = colors;
  const one = (name: Told["name"], chosen: string, shown: string, grounds: string[]): Told => {
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

/** The contrast of the chosen colours, on light and on dark pages. */
export function toldContrast(seeds: Seeds): Told[] {
  return [...toldIn(seeds, "light"), ...toldIn(seeds, "dark")];
}
