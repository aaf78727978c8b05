import { expect, test } from "@playwright/test";
import { translator } from "#lib/platform/i18n/translator.ts";
import { pageTitle } from "#lib/site/words/labels.ts";

test("a page that is called a status page by its name is not called so twice", () => {
  const told = (name: string, locale: "en" | "de" = "en") =>
    pageTitle({ name }, translator(locale));
  expect([told("Acme"), told("Acme", "de")]).toEqual(["Acme status", "Status von Acme"]);
  expect([told("Acme Status"), told("Statuspage of Acme", "de")]).toEqual([
    "Acme Status",
    "Statuspage of Acme",
  ]);
});
