import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { expect, test } from "@playwright/test";
import { canonical } from "#lib/platform/i18n/tags.ts";
import { ADMIN_LOCALES, DEFAULT_LANG, LOCALES, messages } from "#lib/platform/i18n/translator.ts";
import { textsOf } from "#tests/support/code/catalogues.ts";

// `count:number`, `name:argument`, `link:tag`: what the code has to pass, whatever the order.
function argumentsOf(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    // A language may need no plural where others do.
    const type = element.type === TYPE.plural ? TYPE.number : element.type;
    const own = `${element.value}:${TYPE[type]}`;
    if (element.type === TYPE.tag) return [own, ...argumentsOf(element.children)];
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [own];
    return [own, ...Object.values(element.options).flatMap((option) => argumentsOf(option.value))];
  });
}

// For each plural of a text: the forms that it words, exact numbers such as `=1` among them.
function pluralsOf(elements: MessageFormatElement[]): string[][] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.tag) return pluralsOf(element.children);
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [];
    const own = element.type === TYPE.plural ? [Object.keys(element.options)] : [];
    const inner = Object.values(element.options).flatMap((option) => pluralsOf(option.value));
    return [...own, ...inner];
  });
}

const NUMBERS = Array.from({ length: 200 }, (_, index) => index + 1);

/** The forms that a plural words and its language lacks, or lacks while it words others. */
function misworded(forms: string[], rules: Intl.PluralRules): string[] {
  const named = forms.filter((form) => !form.startsWith("="));
  const { pluralCategories } = rules.resolvedOptions();
  const foreign = named.filter((form) => !pluralCategories.some((own) => own === form));
  if (named.every((form) => form === "other")) return foreign;
  const counted = NUMBERS.filter((number) => !forms.includes(`=${number}`));
  const needed = new Set<string>(counted.map((number) => rules.select(number)));
  return [...foreign, ...[...needed].filter((form) => !named.includes(form))];
}

/** Each text of a language, with the arguments it takes. */
function catalogue(locale: string): Map<string, string[]> {
  const texts = textsOf(locale);
  return new Map(texts.map(([key, text]) => [key, [...new Set(argumentsOf(parse(text)))].sort()]));
}

const reference = DEFAULT_LANG;
const others = LOCALES.filter((locale) => locale !== reference);

/** What a language has to say: the site, and the admin where it says anything of that. */
function expected(locale: string): [string, string[]][] {
  const speaks = ADMIN_LOCALES.includes(locale);
  return [...catalogue(reference)].filter(([key]) => speaks || !/^admin[._]/.test(key));
}

test("every text is found by its key, whose names have no dots", () => {
  for (const locale of LOCALES) {
    const found = (key: string) =>
      key.split(".").reduce<unknown>((texts, name) => Object(texts)[name], messages(locale));
    const lost = textsOf(locale).filter(([key, text]) => found(key) !== text);
    expect([locale, lost]).toEqual([locale, []]);
  }
});

for (const locale of others) {
  test(`${locale} says everything that ${reference} says, with the same arguments`, () => {
    expect(Object.fromEntries(catalogue(locale))).toEqual(Object.fromEntries(expected(locale)));
  });

  test(`${locale} knows each form of its own plurals, and no other`, () => {
    const rules = new Intl.PluralRules(locale);
    const wrong = textsOf(locale).flatMap(([key, text]) =>
      pluralsOf(parse(text)).flatMap((forms) =>
        misworded(forms, rules).map((form) => `${key}: ${form}`),
      ),
    );
    expect(wrong).toEqual([]);
  });
}

test("every folder is a language, called by its BCP 47 tag", () => {
  expect(LOCALES).toContain(reference);
  expect(LOCALES.map((tag) => canonical(tag))).toEqual(LOCALES);
});

test("a plural lacks no form that its language counts with, and may be the same for all", () => {
  const slovenian = new Intl.PluralRules("sl");
  expect(misworded(["one", "other"], slovenian).sort()).toEqual(["few", "two"]);
  expect(misworded(["one", "two", "few", "many", "other"], slovenian)).toEqual(["many"]);
  expect(misworded(["one", "=2", "few", "other"], slovenian)).toEqual(["two"]);
  expect(misworded(["=1", "other"], new Intl.PluralRules("sv"))).toEqual([]);
  expect(misworded(["=0", "other"], slovenian)).toEqual([]);
});

test("a language that nobody wrote is English", () => {
  expect(messages("und")).toBe(messages(reference));
});
