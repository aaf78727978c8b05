import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { z } from "zod";
import { LOCALES } from "#lib/platform/i18n/translator.ts";
import { textsOf } from "#tests/support/code/catalogues.ts";
import { inside } from "#tests/support/code/product.ts";
import { places, ROOT } from "#tests/support/code/sources.ts";

const Glossary = z.strictObject({
  /** How readers are addressed. */
  register: z.string().min(1),
  spacing: z.string().min(1),
  /** What is meant, our word for it, and words that are not used; `*`: and all that begins so. */
  terms: z.array(
    z.strictObject({ term: z.string(), word: z.string(), not: z.array(z.string()).optional() }),
  ),
  /** What may follow a number although it has no plural: units, prepositions. */
  after_numbers: z.array(z.string()),
});

function glossaryOf(locale: string): z.output<typeof Glossary> {
  const file = join(ROOT, "locales", locale, "glossary.json");
  return Glossary.parse(JSON.parse(readFileSync(file, "utf8")));
}

// Search words are what people type; names of arguments are not read.
function readTexts(locale: string): [key: string, text: string][] {
  return textsOf(locale)
    .filter(([key]) => !key.startsWith("admin_shell.words."))
    .map(([key, text]) => [key, text.replace(/\{\w+(?=[,}])/g, "{")]);
}

function wrong(locale: string, pattern: RegExp): string[] {
  return readTexts(locale).flatMap(([key, text]) => {
    const found = pattern.exec(text);
    return found ? [`${key}: ${found[0]}`] : [];
  });
}

const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

function wordPattern(word: string): RegExp {
  const source = word.replace(/\*$/, "").replace(/[.?+()[\]]/g, "\\$&");
  if (SPACELESS.test(word)) return new RegExp(source, "u");
  const end = word.endsWith("*") ? "" : "(?![\\p{L}\\p{M}\\p{N}_])";
  return new RegExp(`(?<![\\p{L}\\p{N}_])${source}${end}`, "iu");
}

for (const locale of LOCALES)
  test(`${locale} uses no word that its glossary refuses`, () => {
    const { terms } = glossaryOf(locale);
    const refused = terms.flatMap(({ not = [] }) => not);
    expect(refused.flatMap((word) => wrong(locale, wordPattern(word)))).toEqual([]);
  });

test("no text has double spaces, spaces at its ends, three dots or a typewriter's apostrophe", () => {
  const found = LOCALES.flatMap((locale) =>
    wrong(locale, /^ | $|(?<=[^\s]) {2}|\.\.\.|(?<=\p{L})'(?=\p{L})/u),
  );
  // Clients of the API know these words.
  const known = /^field_errors\.(blank|starts_after_end|needs_keyword): '$/;
  expect(found.filter((each) => !known.test(each))).toEqual([]);
});

test("French has no breaking space before : ; ? ! and inside quotes", () => {
  expect(wrong("fr", / [:;?!»]|« |[\p{L}\d}][;?!](?=\s|$)|\u202f:|\u00a0[;?!]/u)).toEqual([]);
});

test("Japanese and Chinese have full-width colons, brackets and commas", () => {
  const narrow =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}}][:;?!,]|[:,;]\s*[\p{Script=Han}]/u;
  const brackets =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}] ?\(|\) ?[\p{Script=Han}]/u;
  const latin = /\}:\s*$|https?:/;
  for (const locale of ["ja", "zh-Hans"]) {
    const found = [...wrong(locale, narrow), ...wrong(locale, brackets)];
    expect(found.filter((each) => !latin.test(each))).toEqual([]);
  }
});

test("Japanese has no space between a number and what it counts", () => {
  expect(
    wrong("ja", /(\{, (number|plural)[^}]*\}|#) (?=[\p{Script=Han}\p{Script=Katakana}])/u),
  ).toEqual([]);
});

test("what is wrong with a field stands alone: no particle waits for its name", () => {
  const particle = {
    ja: /^(は|が|を|に|も(?!う)|の|、)/u,
    // 이 before a space is "this".
    ko: /^([은이을]\(|[은는가을를]\s)/u,
  };
  const found = Object.entries(particle).flatMap(([locale, pattern]) =>
    readTexts(locale).filter(
      ([key, text]) => key.startsWith("field_errors.") && pattern.test(text),
    ),
  );
  expect(found).toEqual([]);
});

// Their nouns do not change after numbers.
const UNCHANGING = ["ja", "ko", "tr", "zh-Hans"];

for (const locale of LOCALES.filter((each) => !UNCHANGING.includes(each)))
  test(`${locale} says plurals: a bare number stands before no noun`, () => {
    const { after_numbers } = glossaryOf(locale);
    const bare = readTexts(locale).flatMap(([key, text]) =>
      Array.from(text.matchAll(/\{, number\}[ \u00a0]([\p{L}]+)/gu), ([, word = ""]) => ({
        key,
        word,
      })),
    );
    expect(bare.filter(({ word }) => !after_numbers.includes(word))).toEqual([]);
    expect(wrong(locale, /\p{L}\(\p{L}{1,3}\)/u)).toEqual([]);
  });

// Each language has its own colon, brackets, dash and comma: `joined`, `f.list`, `f.range`.
const GLUE = [
  /\$\{t\([^`]*\)\}: /,
  /\}: \$\{(?!.*\b(px|rem|var)\b)/,
  /\} \(\$\{/,
  /`\(\$\{t\(/,
  /^\s*\{": "\}|\{" – "\}|\{" \("\}/,
  /\)\}: (<|\{|$)|\)\}:<\//,
  /<span className="sr-only">:/,
  /[nN]ames?[^(]*\.join\(", "\)|services\.join\(", "\)/,
];
// Speak English to people who run a server, or to programs.
const OTHERS = /^(app\/\(docs\)|app\/main\.ts|lib\/(server|domains|core|api|platform)\/)/;
const SAYS = /\bt\(|useTranslations|translator\(/;

test("dates and numbers of the admin are written by the reader's format, not by the bare language", () => {
  const server = inside("app/(admin)/").filter(({ text }) => !text.startsWith('"use client"'));
  const bare = /new Intl\.(DateTimeFormat|NumberFormat|RelativeTimeFormat)\((locale|admin\.locale)/;
  expect(places(server, bare)).toEqual([]);
});

test("no text is glued to another by a colon, brackets, a dash or a comma of the code's", () => {
  const speaking = inside("app/", "lib/").filter(
    ({ path, text }) => SAYS.test(text) && !OTHERS.test(path),
  );
  const found = GLUE.flatMap((pattern) => places(speaking, pattern));
  expect(found.filter((line) => !/: (\*|\/\/|\/\*\*)/.test(line))).toEqual([]);
});
