import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/axe.ts";
import { type Place, test } from "#tests/support/browser/every-page.ts";
import { visited } from "#tests/support/browser/open-page.ts";
import { expect } from "#tests/support/data/demo.ts";

// Colours, of which alone the dark is about, are the same in all languages.
const LANGUAGES = [
  { dir: "ltr", lang: "de", schemes: ["light", "dark"] },
  { dir: "rtl", lang: "ar", schemes: ["light"] },
] as const;

async function opened(
  browser: Browser,
  { url, cookie }: Place,
  { lang = "en", ...options }: BrowserContextOptions & { lang?: string } = {},
): Promise<Page> {
  const extraHTTPHeaders = cookie ? { cookie } : undefined;
  return visited(browser, `${url}?lang=${lang}`, { extraHTTPHeaders, ...options });
}

function unfold(page: Page, open: boolean): Promise<void> {
  return page.evaluate((open) => {
    for (const details of document.querySelectorAll("details")) details.open = open;
  }, open);
}

/** How far the name in the header is from where reading begins; 0 where there is no header. */
function brandAside(page: Page): Promise<number> {
  return page.locator(".brand").evaluateAll(([brand]) => {
    if (!brand) return 0;
    const { left, right } = brand.getBoundingClientRect();
    return document.dir === "rtl" ? window.innerWidth - right : left;
  });
}

for (const { dir, lang, schemes } of LANGUAGES)
  test(`axe finds nothing on any page of the site, in ${schemes.join(" and ")}; at 320 pixels none is wider than the screen, and reading begins at the name: written ${dir}`, async ({
    browser,
    places,
  }) => {
    test.slow();
    for (const [name, place] of places) {
      const page = await opened(browser, place, { lang });
      expect(await page.locator("html").getAttribute("dir"), name).toBe(dir);
      await unfold(page, true);
      const rules = { "target-size": { enabled: true } };
      await expectAccessible(page, { what: name, rules, schemes });
      await page.setViewportSize({ width: 320, height: 640 });
      for (const open of [true, false]) {
        await unfold(page, open);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width, `${name}, ${open ? "unfolded" : "folded"}`).toBeLessThanOrEqual(320);
      }
      expect(await brandAside(page), name).toBeLessThanOrEqual(24);
      await page.context().close();
    }
  });

/** What a person at the keyboard has to reach: one of each group of radio buttons. */
function reachable(page: Page): Promise<number> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll("a[href], button, input, select, summary")];
    const shown = all.filter((element) => {
      if (element instanceof HTMLInputElement && element.type === "radio" && !element.checked)
        return false;
      const { tabIndex } = element as HTMLElement;
      return tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true });
    });
    for (const element of shown) element.setAttribute("data-reach", "");
    return shown.length;
  });
}

/** Walks on by one. @returns what is wrong where it arrives; null at the end */
async function step(page: Page): Promise<string | null> {
  await page.keyboard.press("Tab");
  return page.evaluate(() => {
    const at = document.activeElement;
    if (!at || at === document.body) return null;
    at.removeAttribute("data-reach");
    const { outlineStyle, outlineWidth } = getComputedStyle(at);
    const isSeen = outlineStyle !== "none" && outlineWidth !== "0px";
    return isSeen ? "" : `the focus is not seen on ${at.outerHTML.slice(0, 120)}`;
  });
}

test("by keyboard alone everything on every page is reached, and the focus is seen", async ({
  browser,
  places,
}) => {
  test.slow();
  for (const [name, place] of places) {
    const page = await opened(browser, place);
    const most = (await reachable(page)) * 3;
    const wrong: string[] = [];
    for (let steps = 0; steps < most; steps += 1) {
      const found = await step(page);
      if (found === null) break;
      if (found) wrong.push(found);
    }
    const left = await page
      .locator("[data-reach]")
      .evaluateAll((missed) => missed.map((element) => element.outerHTML.slice(0, 120)));
    expect({ wrong, left }, name).toEqual({ wrong: [], left: [] });
    await page.context().close();
  }
});

test("with forced colours states keep their shapes, and who wants no motion gets none", async ({
  browser,
  places,
}) => {
  for (const [name, place] of places) {
    const page = await opened(browser, place, { forcedColors: "active", reducedMotion: "reduce" });
    const shapes = await page.locator(".k").evaluateAll((words) =>
      words.map((word) => {
        const { backgroundColor, borderTopStyle } = getComputedStyle(word, "::before");
        return backgroundColor !== "rgba(0, 0, 0, 0)" || borderTopStyle !== "none";
      }),
    );
    expect(shapes, name).not.toContain(false);
    expect(await page.evaluate(() => document.getAnimations().length), name).toBe(0);
    await page.context().close();
  }
});
