import { fit } from "#lib/channels/message-texts.ts";
import { sanitizeName } from "#lib/core/fields/name.ts";
import { typedLine } from "#lib/core/markdown/text.ts";
import type { Settings } from "#lib/pages/schema.ts";
import { closest } from "#lib/platform/i18n/negotiation.ts";
import { baseOf } from "#lib/platform/i18n/tags.ts";
import { DEFAULT_LANG, translator } from "#lib/platform/i18n/translator.ts";
import { offeredBy } from "#lib/site/words/visitor.ts";

type Named = { name: string; translations: unknown };
type Spoken = Pick<Settings, "languages" | "default_language">;

/** Leaves room in a title of 255 characters. */
const MAX_NAME = 160;

function nameIn(lang: string, { name, translations }: Named): string {
  const texts = (translations ?? {}) as Record<string, { name?: string | null } | undefined>;
  return texts[lang]?.name || texts[baseOf(lang)]?.name || name;
}

function languagesOf(settings: Spoken): { written: string; others: string[] } {
  const written = closest(settings.default_language) ?? DEFAULT_LANG;
  const others = offeredBy(settings).filter((lang) => baseOf(lang) !== baseOf(written));
  return { written, others };
}

export function titleOf(settings: Spoken, service: Named) {
  const { written, others } = languagesOf(settings);
  const titleIn = (lang: string) =>
    translator(lang)("automation.title", {
      name: sanitizeName(fit(nameIn(lang, service), MAX_NAME)),
    });
  return {
    title: titleIn(written),
    translations: Object.fromEntries(others.map((lang) => [lang, { title: titleIn(lang) }])),
  };
}

export function updateOf(
  settings: Spoken,
  key: "found" | "found_too" | "over" | "unwatched",
  service: Named,
) {
  const { written, others } = languagesOf(settings);
  const textIn = (lang: string) =>
    translator(lang)(`automation.${key}`, {
      name: typedLine(fit(nameIn(lang, service), MAX_NAME)),
    });
  return {
    description: textIn(written),
    translations: Object.fromEntries(others.map((lang) => [lang, { description: textIn(lang) }])),
  };
}
