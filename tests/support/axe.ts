import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

type Options = { what?: string; exclude?: string; rules?: Record<string, { enabled: boolean }> };

/**
 * What the browser shows has no violation that axe finds, in light and dark; in the dark only
 * colours differ.
 */
export async function expectAccessible(
  page: Page,
  { what = "", exclude, rules = {} }: Options = {},
): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // Frames of other origins, which alone need the slow way, are not on our pages.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    if (exclude) axe.exclude(exclude);
    const only = colorScheme === "dark" ? { runOnly: ["color-contrast"] } : { rules };
    const { violations } = await axe.options({ ...only, resultTypes: ["violations"] }).analyze();
    const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    expect(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}
