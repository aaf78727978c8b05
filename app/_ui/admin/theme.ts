export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export function themeIn(value: unknown): Theme {
  return THEMES.find((theme) => theme === value) ?? "system";
}
