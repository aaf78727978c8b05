import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

type Options = { rules?: Record<string, { enabled: boolean }> };
type Scheme = "light" | "dark";
type Violation = [rule: string, elements: string[]];

/** What axe finds in what is shown, without its frames; in the dark only colours differ. */
export async function violationsIn(
  page: Page,
  colorScheme: Scheme,
  { rules = {} }: Options = {},
): Promise<Violation[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const only = colorScheme === "dark" ? { runOnly: ["color-contrast"] } : { rules };
  const options: axe.RunOptions = { ...only, resultTypes: ["violations"], iframes: false };
  return page.evaluate(async (options) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(options);
    return violations.map(({ id, nodes }): Violation => [id, nodes.map(({ html }) => html)]);
  }, options);
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
