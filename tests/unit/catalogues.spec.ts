import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { expect, test } from "@playwright/test";
import { canonical } from "#lib/i18n/tags.ts";
import { ADMIN_LOCALES, DEFAULT_LANG, LOCALES, messages } from "#lib/i18n/translator.ts";
import { ROOT } from "#tests/support/sources.ts";

const folder = join(ROOT, "lib/i18n/messages");

function flatten(value: unknown, path: string): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  return Object.entries(value as Record<string, unknown>).flatMap(([key, inner]) =>
    flatten(inner, path ? `${path}.${key}` : key),
  );
}

// `count:plural`, `name:argument`, `link:tag`: what the code has to pass, whatever the order.
function argumentsOf(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    const own = `${element.value}:${TYPE[element.type]}`;
    if (element.type === TYPE.tag) return [own, ...argumentsOf(element.children)];
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [own];
    return [own, ...Object.values(element.options).flatMap((option) => argumentsOf(option.value))];
  });
}

// The forms of plurals that a text words, but for exact numbers.
function formsOf(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.tag) return formsOf(element.children);
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [];
    const own = element.type === TYPE.plural ? Object.keys(element.options) : [];
    const inner = Object.values(element.options).flatMap((option) => formsOf(option.value));
    return [...own.filter((form) => !form.startsWith("=")), ...inner];
  });
}

function textsOf(locale: string): [string, string][] {
  const files = readdirSync(join(folder, locale)).filter((file) => !file.startsWith("_"));
  return files.flatMap((file) =>
    flatten(
      JSON.parse(readFileSync(join(folder, locale, file), "utf8")),
      file.replace(/\.json$/, ""),
    ),
  );
}

function plurals(locale: string): [string, string[]][] {
  return textsOf(locale).map(([key, text]) => [key, formsOf(parse(text))]);
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

for (const locale of others) {
  test(`${locale} says everything that ${reference} says, with the same arguments`, () => {
    expect(Object.fromEntries(catalogue(locale))).toEqual(Object.fromEntries(expected(locale)));
  });

  test(`${locale} knows each form of its own plurals, and no other`, () => {
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
    for (const [key, forms] of plurals(locale))
      expect([
        key,
        forms.filter((form) => !pluralCategories.includes(form as Intl.LDMLPluralRule)),
      ]).toEqual([key, []]);
  });
}

test("every folder is a language, called by its BCP 47 tag", () => {
  expect(LOCALES).toContain(reference);
  expect(LOCALES.map((tag) => canonical(tag))).toEqual(LOCALES);
});

test("a language that nobody wrote is English", () => {
  expect(messages("und")).toBe(messages(reference));
});
