import type { Settings } from "#lib/pages/schema.ts";

// Installed fonts only; none is loaded.
const FONTS = {
  system: 'system-ui,"Segoe UI",Roboto,"Helvetica Neue",sans-serif',
  humanist: 'Seravek,"Gill Sans Nova",Ubuntu,Calibri,"DejaVu Sans",sans-serif',
  geometric: 'Avenir,Montserrat,Corbel,"URW Gothic",source-sans-pro,sans-serif',
  rounded:
    'ui-rounded,"Hiragino Maru Gothic ProN",Quicksand,Comfortaa,"Arial Rounded MT",sans-serif',
  serif: 'Charter,"Bitstream Charter","Sitka Text",Cambria,serif',
  mono: 'ui-monospace,"Cascadia Code","Source Code Pro",Menlo,Consolas,monospace',
} as const;

/** Choices of `theme_configs` as values of CSS variables. Stylesheets contain the defaults. */
export const TOKENS: Record<string, Record<string, string>> = {
  radius: { none: "0", small: "0.5", medium: "1", large: "2" },
  font: FONTS,
  width: { narrow: "44rem", normal: "56rem", wide: "72rem" },
  density: { compact: "0.7", normal: "1", comfortable: "1.3" },
};

/** Unknown tokens and choices are ignored. */
export function tokenSheet({ theme_configs }: Pick<Settings, "theme_configs">): string {
  const declarations = Object.entries(TOKENS).flatMap(([token, choices]) => {
    const chosen = theme_configs?.[token];
    const isKnown = typeof chosen === "string" && Object.hasOwn(choices, chosen);
    return isKnown ? [`--${token}:${choices[chosen]}`] : [];
  });
  return declarations.length > 0 ? `:root{${declarations.join(";")}}` : "";
}
