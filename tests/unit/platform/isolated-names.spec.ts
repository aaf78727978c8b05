import { expect, test } from "@playwright/test";
import { isolated } from "#lib/platform/i18n/tags.ts";

test("a name is isolated where it would turn its sentence round, and nowhere else", () => {
  const names = ["Checkout", "\u202eCheckout", "\u05e9\u05dc\u05d5\u05dd", "Caf\u00e9 2"];
  const marked = (tag: string) => names.map((name) => isolated(name, tag) !== name);
  expect(marked("en")).toEqual([false, true, true, false]);
  expect(marked("ar")).toEqual([true, true, false, true]);
  expect(isolated("\u202eCheckout", "en")).toBe("\u2068\u202eCheckout\u2069");
  const status = `${isolated("\u05e9\u05dc\u05d5\u05dd", "en")} status`;
  expect([isolated(status, "en"), isolated(`${status}\u2068`, "en")]).toEqual([
    status,
    `\u2068${status}\u2068\u2069`,
  ]);
});
