import { type Addressed, pageUrl } from "#lib/core/addresses/url.ts";
import { PLAIN_STYLE } from "#lib/core/routes/routes.ts";
import { directionOf } from "#lib/platform/i18n/tags.ts";
import { type Locale, spoken, translator } from "#lib/platform/i18n/translator.ts";

type Links = { confirm_url: string; manage_url: string; unsubscribe_url: string };

export function linkUrls(page: Addressed, token: string, lang?: string): Links {
  const base = pageUrl(page);
  const query = lang ? `?lang=${lang}` : "";
  return {
    confirm_url: `${base}/subscribe/confirm/${token}${query}`,
    manage_url: `${base}/manage/${token}${query}`,
    // Mailbox providers post to it, so its URL has no language.
    unsubscribe_url: `${base}/unsubscribe/${token}`,
  };
}

const TEXTS = {
  asking: { title: "subscribe.unsubscribe.title", text: "subscribe.unsubscribe.text" },
  done: { title: "subscribe.unsubscribe.done", text: "subscribe.unsubscribe.done_text" },
  unknown: { title: "subscribe.ended.title", text: "subscribe.ended.text" },
} as const;

/**
 * The unsubscribe page. It shows nothing of the status page, which the link's holder may not see.
 * An unknown link may have been renewed, so the subscription may still exist.
 */
export function unsubscribeDocument(locale: Locale, state: keyof typeof TEXTS): string {
  const lang = spoken(locale);
  const t = translator(lang);
  const [title, text] = [t(TEXTS[state].title), t(TEXTS[state].text)];
  const ways = {
    asking: `<form method="post"><button>${t("subscribe.unsubscribe.button")}</button></form>`,
    done: "",
    unknown: `<p><a href="../manage">${t("subscribe.ended.ask")}</a></p>`,
  };
  return `<!doctype html><html lang="${lang}" dir="${directionOf(lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${PLAIN_STYLE}</style></head><body><main><h1>${title}</h1><p>${text}</p>${ways[state]}</main></body></html>`;
}
