import { headers } from "next/headers";
import { requestScope } from "#lib/core/request/request-scope.ts";
import { chosenLocale, negotiated } from "#lib/platform/i18n/negotiation.ts";
import { DEFAULT_LANG, type Locale } from "#lib/platform/i18n/translator.ts";

/** The language of a mailed link, else the browser's: any that pages speak. */
export async function linkLocale(): Promise<Locale> {
  const [, query = ""] = (requestScope.getStore()?.url ?? "").split("?");
  const lang = new URLSearchParams(query).get("lang");
  const chosen = chosenLocale(lang);
  if (chosen) return chosen;
  return negotiated((await headers()).get("accept-language")) ?? DEFAULT_LANG;
}
