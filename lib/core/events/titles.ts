import { DEFAULT_LANG } from "#lib/platform/i18n/translator.ts";

type Titled = { title: string; translations: Record<string, { title?: string | null }> };

/** A record's title in the page's language, then in each that it is translated to. */
export function titlesOf({ title, translations }: Titled): { lang: string; text: string }[] {
  const translated = Object.entries(translations).flatMap(([lang, texts]) =>
    texts.title ? [{ lang, text: texts.title }] : [],
  );
  return [
    { lang: DEFAULT_LANG, text: title },
    ...translated.filter(({ lang }) => lang !== DEFAULT_LANG),
  ];
}
