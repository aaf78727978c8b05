import { directionOf } from "#lib/i18n/tags.ts";
import { type Locale, spoken, translator } from "#lib/i18n/translator.ts";
import { PLAIN_STYLE } from "#lib/page-cache/plain.ts";

/**
 * Where a link to unsubscribe leads. It tells nothing of the page, which its holder may not be
 * allowed to see, nor whether there was a subscription.
 */
export function unsubscribeDocument(locale: Locale, isDone: boolean): string {
  const lang = spoken(locale);
  const t = translator(lang);
  const title = t(isDone ? "subscribe.unsubscribe.done" : "subscribe.unsubscribe.title");
  const text = t(isDone ? "subscribe.unsubscribe.done_text" : "subscribe.unsubscribe.text");
  const button = `<form method="post"><button>${t("subscribe.unsubscribe.button")}</button></form>`;
  return `<!doctype html><html lang="${lang}" dir="${directionOf(lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${PLAIN_STYLE}</style></head><body><main><h1>${title}</h1><p>${text}</p>${isDone ? "" : button}</main></body></html>`;
}
