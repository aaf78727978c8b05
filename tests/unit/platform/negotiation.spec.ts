import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { closest, negotiated } from "#lib/platform/i18n/negotiation.ts";
import { LOCALES } from "#lib/platform/i18n/translator.ts";

const MANY = ["ar", "de", "en", "pt-BR", "zh-Hans", "zh-Hant"];

for (const [header, expected] of [
  ["de-AT,de;q=0.9,en;q=0.8", "de"],
  ["en-US,en;q=0.9,de;q=0.8", "en"],
  ["fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5", "en"],
  ["fr;q=1, en;q=0.1, de;q=0.2", "de"],
  ["EN-gb", "en"],
  ["de_AT", "de"],
  ["pt-PT,pt;q=0.9", "pt-BR"],
  ["pt-PT, en", "pt-BR"],
  ["zh-TW,zh;q=0.9", "zh-Hant"],
  ["zh-HK", "zh-Hant"],
  ["zh-CN", "zh-Hans"],
  ["ar-EG", "ar"],
  ["de;q=0, en", "en"],
  ["de;q=0", null],
  ["fr, it;q=0.8", null],
  ["*", null],
  ["und", null],
  ["x-klingon, i-default", null],
  ["deutsch", null],
  [";;,q=", null],
  ["", null],
] as const) {
  test(`who sends "${header}" reads ${expected ?? "the default"}`, () => {
    expect(negotiated(header, MANY)).toBe(expected);
  });
}

test("whatever a client sends, it gets a language of those there are, or none", () => {
  const tag = fc.stringMatching(/^[A-Za-z]{1,9}([-_][A-Za-z0-9*]{1,9}){0,3}$/);
  const quality = fc.constantFrom("", ";q=0", ";q=0.5", ";q=x", ";q=", ";level=1", " ; q = 1");
  const header = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(fc.tuple(tag, quality), { maxLength: 30 }).map((parts) => parts.join(",")),
  );
  fc.assert(
    fc.property(header, (text) => {
      const found = negotiated(text);
      expect(found === null || LOCALES.includes(found)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("a language as an older client stored it is found", () => {
  expect(closest("pt_BR", MANY)).toBe("pt-BR");
  expect(closest("zh_TW", MANY)).toBe("zh-Hant");
  expect(closest("de_CH", ["de", "en"])).toBe("de");
  expect(closest("not a language", MANY)).toBeNull();
});

test("who reads another script than a language is written in is not given it", () => {
  const locales = ["en", "zh-Hans"];
  expect(["zh-TW", "zh-Hant", "zh-CN", "zh"].map((tag) => closest(tag, locales))).toEqual([
    null,
    null,
    "zh-Hans",
    "zh-Hans",
  ]);
});
