import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

type Options = { exclude?: string; rules?: Record<string, { enabled: boolean }> };
type Scheme = "light" | "dark";
type Violation = [rule: string, elements: string[]];

/** What axe finds in what the browser shows; in the dark only colours differ. */
export async function violationsIn(
  page: Page,
  colorScheme: Scheme,
  { exclude, rules = {} }: Options = {},
): Promise<Violation[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  // Frames of other origins, which alone need the slow way, are not on our pages.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (exclude) axe.exclude(exclude);
  const only = colorScheme === "dark" ? { runOnly: ["color-contrast"] } : { rules };
  const { violations } = await axe.options({ ...only, resultTypes: ["violations"] }).analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

/** What the browser shows has no violation that axe finds, in light and dark unless told otherwise. */
export async function expectAccessible(
  page: Page,
  {
    what = "",
    schemes = ["light", "dark"],
    ...options
  }: Options & { what?: string; schemes?: readonly Scheme[] } = {},
): Promise<void> {
  for (const colorScheme of schemes)
    expect(await violationsIn(page, colorScheme, options), `${what}, ${colorScheme}`).toEqual([]);
}
