import { expect, test } from "@playwright/test";
import { translator } from "#lib/platform/i18n/translator.ts";
import { pageTitle, subpageTitle } from "#lib/site/words/titles.ts";

test("a page that is called a status page by its name is not called so twice", () => {
  const told = (name: string, locale: "en" | "de" = "en") =>
    pageTitle({ name }, translator(locale));
  expect([told("Acme"), told("Acme", "de")]).toEqual(["Acme status", "Status von Acme"]);
  expect([told("Acme Status"), told("Statuspage of Acme", "de")]).toEqual([
    "Acme Status",
    "Statuspage of Acme",
  ]);
});

test("a title isolates a name of the other direction, and only that", () => {
  const [en, ar] = [translator("en"), translator("ar")];
  const hebrew = "\u05d7\u05e0\u05d5\u05ea";
  expect(pageTitle({ name: hebrew }, en)).toBe(`\u2068${hebrew}\u2069 status`);
  expect(pageTitle({ name: "Acme" }, ar)).toContain("\u2068Acme\u2069");
  expect(subpageTitle("History", { name: "Acme" }, en)).toBe("History · Acme status");
  expect(subpageTitle(hebrew, { name: "Acme" }, en)).toBe(`\u2068${hebrew}\u2069 · Acme status`);
});
