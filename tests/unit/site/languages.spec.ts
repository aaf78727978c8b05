import { expect, test } from "@playwright/test";
import { LOCALES } from "#lib/platform/i18n/translator.ts";
import { localized, marked } from "#lib/site/words/localized.ts";
import { inLanguageOf, offeredBy } from "#lib/site/words/visitor.ts";
import { UNSPOKEN } from "#tests/support/data/languages.ts";

const VISIT = { subdomain: "acme", base: "", locale: "und", written: "en", chosen: null };

function read(asked: string, settings: { default_language?: string; languages?: string[] }) {
  const page = { default_language: "en", languages: [], ...settings };
  const chosen = asked.startsWith("?") ? asked.slice(1) : null;
  return inLanguageOf({ ...VISIT, locale: chosen ?? asked, chosen }, page);
}

test("who asks for nothing that a page has reads its default language", () => {
  expect(read("und", {}).locale).toBe("en");
  expect(read("und", { default_language: "de" }).locale).toBe("de");
  expect(read("und", { default_language: "de-AT" }).locale).toBe("de");
  expect(read("und", { default_language: UNSPOKEN })).toMatchObject({
    locale: "en",
    written: UNSPOKEN,
  });
  expect(read("en", { default_language: "de" })).toMatchObject({ locale: "en", written: "de" });
});

test("a page is read in the languages that it offers only", () => {
  expect(read("en", { languages: ["de"] }).locale).toBe("de");
  expect(read("?en", { languages: ["de"] })).toMatchObject({ locale: "de", chosen: null });
  expect(read("?en", { default_language: "de" })).toMatchObject({ locale: "en", chosen: "en" });
  expect(offeredBy({ languages: ["de-AT", "de", UNSPOKEN] })).toEqual(["de"]);
  expect(offeredBy({ languages: [UNSPOKEN] })).toEqual(LOCALES);
  expect(offeredBy({ languages: [] })).toEqual(LOCALES);
});

function title(locale: string, translations: Record<string, string>, written = "en") {
  const keyed = Object.entries(translations).map(([key, text]) => [key, { title: text }]);
  const record = { title: "own", translations: Object.fromEntries(keyed) };
  const reader = { locale, written };
  return [localized(record, "title", reader), marked(record, "title", reader).lang ?? locale];
}

test("a translation is found by its tag, then its language, however the key was spelled", () => {
  expect(title("de", { de: "neu", "de-AT": "heuer" })).toEqual(["neu", "de"]);
  expect(title("de", { DE: "neu" })).toEqual(["neu", "de"]);
  expect(title("pt-BR", { pt: "um", pt_BR: "dois" })).toEqual(["dois", "pt-BR"]);
  expect(title("pt-BR", { pt_PT: "três", pt: "um" })).toEqual(["um", "pt"]);
  expect(title("pt", { pt_BR: "dois" })).toEqual(["dois", "pt-BR"]);
  expect(title("de", { fr: "neuf", de: "" })).toEqual(["own", "en"]);
  expect(title("en", { "en-US": "other", de: "neu" })).toEqual(["own", "en"]);
  expect(title("de", { "nonsense key": "?" }, "de")).toEqual(["own", "de"]);
});

test("text that runs the other way than its document says so", () => {
  const record = { title: "own", translations: {} };
  const marks = (locale: string, written: string) => marked(record, "title", { locale, written });
  expect(marks("ar", "en")).toEqual({ lang: "en", dir: "ltr" });
  expect(marks("en", "he")).toEqual({ lang: "he", dir: "rtl" });
  expect(marks("de", "en")).toEqual({ lang: "en" });
  expect(marks("en", "en")).toEqual({});
});
